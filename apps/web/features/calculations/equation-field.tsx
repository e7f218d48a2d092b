import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { parseEquation, variablesOf } from '#forms/calculations/equation.ts';
import { operandName, signWords } from '#forms/words/calculation-words.ts';
import { ControlGroup } from '#web/forms/conditions/control-group.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { openField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './calculations.module.css';
import {
  type CalculatedForm,
  type CalculationValues,
  filtered,
  isUsed,
  keyOf,
  mayType,
  operandAt,
  operandsOf,
  withoutVariable,
  withSign,
  withVariable,
} from './draft.ts';

const addId = 'add-variable';
/** So many fields are a press away; the others are found by Add variable. */
const maxNear = 8;
const signs = [
  { sign: '+', name: 'Plus' },
  { sign: '-', name: 'Minus' },
  { sign: '*', name: 'Times' },
  { sign: '/', name: 'Divided by' },
  { sign: '%', name: 'Remainder' },
  { sign: '(', name: 'Open parenthesis' },
  { sign: ')', name: 'Close parenthesis' },
];

/** The records of a kind as options of a select. @param id of the calculation itself */
export const operandOptions = (form: CalculatedForm, kind: CalculationValues['type'], id?: number) => {
  const { fields, calculations } = operandsOf(form, kind, id);
  return [
    {
      group: 'Fields',
      items: fields.map(({ field_id, field }) => ({
        value: keyOf({ record_type: 'Field', record_id: field_id }),
        label: field.name,
      })),
    },
    {
      group: 'Calculations',
      items: calculations.map((one) => ({
        value: keyOf({ record_type: 'Calculation', record_id: one.id }),
        label: one.name,
      })),
    },
  ].filter(({ items }) => items.length > 0);
};

/** What is wrong with an equation as it stands, in words; null for none, and before anything was typed. */
const problemOf = ({ equation, variables }: CalculationValues): string | null => {
  if (equation.trim() === '') return null;
  const parsed = parseEquation(equation);
  if ('problem' in parsed) return parsed.problem;
  const unknown = variablesOf(parsed.expression).find((name) => !variables.some((one) => one.name === name));
  return unknown ? `Choose what ${unknown} stands for` : null;
};

/** An equation of digits and signs; its letters come from "Add variable". */
export const EquationField = ({
  values,
  onChange,
  form,
  id,
  error,
}: {
  values: CalculationValues;
  onChange: (changes: Pick<CalculationValues, 'equation' | 'variables'>) => void;
  form: CalculatedForm;
  /** The id of the calculation, once it is stored. */
  id: number | undefined;
  error: (path: string) => string | null;
}) => {
  const { equation, variables } = values;
  const input = useRef<HTMLInputElement>(null);
  const [isAdding, setAdding] = useState(false);
  const options = operandOptions(form, 'numeric', id);
  const nearest = options.flatMap(({ items }) => items).slice(0, maxNear);

  /** Puts something into the equation where the caret is, and the caret behind it. */
  const insert = (put: (caret: number) => ReturnType<typeof withVariable>) => {
    const box = input.current;
    const { caret, ...changes } = put(box?.selectionStart ?? equation.length);
    flushSync(() => {
      onChange(changes);
      setAdding(false);
    });
    // Where the list was closed, the focus would go back to it.
    setTimeout(() => {
      box?.focus();
      box?.setSelectionRange(caret, caret);
    });
  };
  const add = (key: string) => insert((caret) => withVariable(values, operandAt(key), caret));
  const open = () => {
    flushSync(() => setAdding(true));
    openField(`${addId}-choice`);
  };
  const remove = (name: string) => {
    flushSync(() => onChange(withoutVariable(values, name)));
    input.current?.focus();
  };
  return (
    <div className={css.part}>
      <TextField
        ref={input}
        id="equation"
        label="Equation"
        help="Type numbers and signs, and choose fields below."
        mono
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={equation}
        onKeyDown={(event) => {
          const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
          if (!isShortcut && !mayType(event.key)) event.preventDefault();
        }}
        onChange={(text) => onChange({ equation: filtered(text, variables), variables })}
        error={error('equation') ?? error('variables') ?? problemOf(values)}
      />
      {variables.length > 0 && (
        <ul className={`${layout.buttons} ${css.chips}`} aria-label="Variables">
          {variables.map((variable) => (
            <li key={variable.name} data-unused={!isUsed(variable.name, equation) || undefined}>
              <b>{variable.name}</b> = {operandName(form, variable)}
              {!isUsed(variable.name, equation) && ' (not in the equation, removed when you save)'}
              <IconButton
                size="small"
                label={`Remove variable ${variable.name}`}
                icon={IconX}
                onClick={() => remove(variable.name)}
              />
            </li>
          ))}
        </ul>
      )}
      <ControlGroup name="Signs and fields" className={layout.buttons}>
        {signs.map(({ sign, name }) => (
          <Button
            key={sign}
            size="small"
            aria-label={name}
            onClick={() => insert((caret) => withSign(values, sign, caret))}
          >
            {signWords(sign)}
          </Button>
        ))}
        {nearest.map(({ value, label }) => (
          <Button key={value} size="small" icon={IconPlus} onClick={() => add(value)}>
            {label}
          </Button>
        ))}
      </ControlGroup>
      {isAdding ? (
        <SelectField
          id={`${addId}-choice`}
          label="Variable"
          placeholder="Choose a field or a calculation"
          options={options}
          value={null}
          onChange={(key) => key && add(key)}
        />
      ) : (
        <div>
          <Button size="small" id={addId} icon={IconPlus} disabled={options.length === 0} onClick={open}>
            Add variable
          </Button>
        </div>
      )}
      {options.length === 0 && (
        <p className={css.hint}>This form has no number fields. Add one to use in the equation.</p>
      )}
    </div>
  );
};
