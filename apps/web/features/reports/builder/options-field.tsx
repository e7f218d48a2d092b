import type { ReportField } from '#reports/definition.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { withField } from './draft.ts';
import css from './function-step.module.css';
import { hasNoPeriods, withGroups } from './group-draft.ts';
import type { Builder } from './use-builder.ts';

const each = 'each';
const options = [
  { value: 'combination', label: 'Each combination' },
  { value: each, label: 'Each option' },
];

type Props = { builder: Builder; field: ReportField; index: number; name: string };

/** Whether several choices are one group together, or each is one. */
export const OptionsField = ({ builder: { columns, change, errorAt }, field, index, name }: Props) => {
  const path = `fields.${index}.each_option`;
  const isEach = field.each_option === true;
  return (
    <div className={css.period}>
      <SelectField
        id={path}
        label={`Group ${name} by`}
        help={isEach ? 'Records with several options are in several rows. Totals count each record once.' : undefined}
        options={options}
        value={isEach ? each : 'combination'}
        onChange={(chosen) =>
          change(path, (before) =>
            chosen === each
              ? withGroups(before, field.key, { change: { each_option: true }, isAlone: hasNoPeriods(columns) })
              : withField(before, field.key, { each_option: undefined }),
          )
        }
        error={errorAt(path)}
      />
    </div>
  );
};
