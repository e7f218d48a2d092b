import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReportField } from '#reports/definition.ts';
import { formulaKindOf, formulaText, letterAt, lettersOf, placeOf } from '#reports/formula.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { TextField } from '#web/ui/text-field.tsx';
import words from '#web/ui/words.module.css';
import { labelOf } from './column-words.ts';
import { withColumns, withFormula, withOperation } from './draft.ts';
import { LabelField } from './label-field.tsx';
import css from './layout-step.module.css';
import { Letter, Part } from './part.tsx';
import type { Builder } from './use-builder.ts';

const allowed = 'Combine the letters of number and date columns, and numbers, with + − * / and parentheses.';

/** The columns that are worked out of others, by formulas of their letters. */
export const Calculations = ({ builder }: { builder: Builder }) => {
  const { values, change } = builder;
  /** The formula that letters are put into: the one that was typed in last. */
  const [current, setCurrent] = useState<string | null>(null);
  const operations = values.fields.flatMap((field, index) => (field.type === 'operation' ? [{ field, index }] : []));
  const target = operations.find(({ field }) => field.key === current) ?? operations.at(-1);
  const isOfRows = (target?.field.agg ?? target?.field.agg_query) != null;
  const add = () => {
    flushSync(() => change('fields', withOperation));
    focusField(`fields.${values.fields.length}.formula`);
  };
  const insert = (letter: string) => {
    if (!target) return;
    const { key, formula } = target.field;
    const text = (formula ?? '').trimEnd();
    const joined = text === '' || /[-+*/(]$/.test(text) ? `${text}${text && ' '}${letter}` : `${text} + ${letter}`;
    flushSync(() =>
      change(`fields.${target.index}.formula`, (before) => withFormula(before, key, joined), `formula ${key}`),
    );
    focusField(`fields.${target.index}.formula`);
  };
  return (
    <Part
      title="Calculated columns"
      action={
        <Button tone="subtle" icon={IconPlus} onClick={add}>
          Add calculation
        </Button>
      }
      note={
        builder.values.mode === 'agg'
          ? `${allowed} A calculation uses the figures of its row. To compute it for each record first, choose its function under Filter and order.`
          : allowed
      }
    >
      {operations.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and form semantics
        <div className={`${layout.row} ${css.letters}`} role="group" aria-label="Insert a column into the formula">
          {values.fields.map((field, index) => (
            <LetterButton key={field.key} {...{ builder, field, index, isOfRows }} onInsert={insert} />
          ))}
        </div>
      )}
      {operations.map(({ field, index }) => (
        <Operation
          key={field.key}
          builder={builder}
          field={field}
          index={index}
          onFocus={() => setCurrent(field.key)}
        />
      ))}
    </Part>
  );
};

const LetterButton = ({
  builder,
  field,
  index,
  isOfRows,
  onInsert,
}: {
  builder: Builder;
  field: ReportField;
  index: number;
  /** Whether the formula is of what rows hold, before functions. */
  isOfRows: boolean;
  onInsert: (letter: string) => void;
}) => {
  const letter = letterAt(index);
  const column = builder.columns[index];
  const result = isOfRows ? (column?.column?.result ?? column?.result) : column?.result;
  const isUsable =
    letter !== null && field.type !== 'operation' && result !== undefined && formulaKindOf(result) !== null;
  return (
    <button
      type="button"
      className={css.usable}
      data-unusable={!isUsable || undefined}
      disabled={!isUsable}
      onClick={() => letter && onInsert(letter)}
    >
      <Letter place={index} isHidden={field.hidden} />
      {labelOf(builder, field)}
    </button>
  );
};

const Operation = ({
  builder,
  field,
  index,
  onFocus,
}: {
  builder: Builder;
  field: ReportField;
  index: number;
  onFocus: () => void;
}) => {
  const { values, change, errorAt } = builder;
  const name = letterAt(index) ?? String(index + 1);
  const comes = firstRow(builder, field);
  const remove = () => {
    flushSync(() =>
      change('fields', (before) =>
        withColumns(
          before,
          before.fields.filter(({ key }) => key !== field.key),
        ),
      ),
    );
    focusField(`fields.${Math.max(0, values.fields.length - 2)}.label`);
  };
  return (
    <div className={css.formula}>
      <Letter place={index} isHidden={field.hidden} />
      <LabelField
        builder={builder}
        field={field}
        id={`fields.${index}.name`}
        label={`Name of calculation ${name}`}
        placeholder="Name"
      />
      <div>
        <TextField
          id={`fields.${index}.formula`}
          label={`Formula of calculation ${name}`}
          labelHidden
          placeholder="A + B"
          mono
          autoComplete="off"
          spellCheck={false}
          value={field.formula ?? ''}
          onFocus={onFocus}
          onChange={(formula) =>
            change(
              `fields.${index}.formula`,
              (before) => withFormula(before, field.key, formula),
              `formula ${field.key}`,
            )
          }
          error={errorAt(`fields.${index}.formula`)}
        />
        {comes && <p className={words.small}>{comes}</p>}
      </div>
      <IconButton label={`Remove calculation ${name}`} icon={IconTrash} onClick={remove} />
    </div>
  );
};

/** What the formula comes to in the first row that the preview has: "First row: 212 / 31 = 6.8". */
const firstRow = (
  { preview, values }: Builder,
  { key, formula, agg, agg_query, share }: ReportField,
): string | undefined => {
  const { result, isOld } = preview;
  const [row] = result?.records ?? [];
  const shown = (one: string | undefined): string | undefined =>
    row?.display_values[result?.headers.findIndex((header) => header.key === one) ?? -1];
  const shownAt = (letter: string) => shown(values.fields[placeOf(letter)]?.key);
  const value = shown(key);
  // With a function or a target, it comes to something else than what stands beside it.
  const isOfOthers = !agg && !agg_query && !share;
  if (!formula || isOld || value === undefined || !isOfOthers) return undefined;
  if (lettersOf(formula).some((letter) => shownAt(letter) === undefined)) return undefined;
  const words = formulaText(formula).replaceAll(/[A-Z]/g, (letter) => shownAt(letter) || 'blank');
  return `First row: ${words} = ${value || 'blank'}`;
};
