import type { ResultType } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import type { MomentFormat } from '#reports/moment-formats.ts';
import { useMember } from '#web/access/account.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { withField } from './draft.ts';
import { asElapsed } from './elapsed-fields.tsx';
import { elapsedOption, periodOption, periodOptions } from './formats.ts';
import css from './function-step.module.css';
import type { Builder } from './use-builder.ts';

type Props = { builder: Builder; field: ReportField; index: number; name: string; result: ResultType };

/** By which period days or moments are grouped: the format of the column says so. */
export const PeriodField = ({ builder, field, index, name, result }: Props) => {
  const { week_starts_on } = useMember().organization;
  const options = periodOptions(result, week_starts_on);
  if (options.length === 0) return null;
  return (
    <div className={css.period}>
      <SelectField
        label={`Period for ${name}`}
        options={[...options, elapsedOption]}
        placeholder="Each minute"
        value={periodOption(result, options, builder.columns[index]?.period ?? null)}
        onChange={(output) =>
          builder.change(`fields.${index}`, (before) =>
            withField(
              before,
              field.key,
              output === elapsedOption.value
                ? asElapsed(field)
                : { formatter: output ? { output: output as MomentFormat } : null },
            ),
          )
        }
      />
    </div>
  );
};
