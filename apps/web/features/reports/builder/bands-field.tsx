import { useState } from 'react';
import { bandsOf, bandsProblem } from '#reports/bands.ts';
import type { ReportField } from '#reports/definition.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { textOfStarts, typedStarts, withBands } from './bands-draft.ts';
import css from './function-step.module.css';
import { hasNoPeriods } from './group-draft.ts';
import type { Builder } from './use-builder.ts';

type Props = { builder: Builder; field: ReportField; index: number; name: string };

/** Where the bands begin that numbers are grouped by; blank groups by each number. */
export const BandsField = ({ builder, field, index, name }: Props) => {
  const { columns, change, errorAt } = builder;
  const path = `fields.${index}.bands`;
  const stored = field.bands ?? [];
  const [typed, setTyped] = useState(textOfStarts(stored));
  // After Undo, the text no longer matches the bands.
  const isSame = JSON.stringify(typedStarts(typed)) === JSON.stringify(stored);
  const isWhole = columns[index]?.column?.whole === true;
  const shown = stored.length > 0 && !bandsProblem(stored) ? bandsOf(stored, isWhole).slice(1) : [];
  return (
    <div className={css.period}>
      <TextField
        id={path}
        label={`Bands for ${name}`}
        help={
          shown.length > 0
            ? shown.map(({ label }) => label).join(', ')
            : 'Enter where each band begins. Leave blank to group by each number.'
        }
        placeholder="0, 18, 60"
        autoComplete="off"
        value={isSame ? typed : textOfStarts(stored)}
        onChange={(text) => {
          setTyped(text);
          change(
            path,
            (before) => withBands(before, field.key, { starts: typedStarts(text), isAlone: hasNoPeriods(columns) }),
            path,
          );
        }}
        error={errorAt(path)}
      />
    </div>
  );
};
