import type { ReportField } from '#reports/definition.ts';
import { canHaveTop, tellsMost } from '#reports/plan/plan-top.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { withField } from './draft.ts';
import css from './function-step.module.css';
import type { Builder } from './use-builder.ts';

const all = 'all';
const counts = [3, 5, 10, 20, 50];

type Props = { builder: Builder; field: ReportField; index: number; name: string };

/** Whether all groups of a column are shown, or those that come to most and all others together. */
export const TopField = ({ builder: { columns, change, errorAt }, field, index, name }: Props) => {
  const column = columns[index];
  const figures = columns.filter((one) => tellsMost(one) && !one.behind);
  const { top } = field;
  if (!top && (!column || !canHaveTop(column) || figures.length === 0)) return null;
  const path = `fields.${index}.top`;
  const put = (next: ReportField['top']) => change(path, (before) => withField(before, field.key, { top: next }));
  const offered = top && !counts.includes(top.count) ? [...counts, top.count].toSorted((a, b) => a - b) : counts;
  return (
    <div className={`${css.period} ${css.top}`}>
      <SelectField
        id={path}
        label={`Show ${name}`}
        help={top ? 'All others are together in one row.' : undefined}
        options={[
          { value: all, label: 'All groups' },
          ...offered.map((count) => ({ value: String(count), label: `Top ${count}` })),
        ]}
        value={top ? String(top.count) : all}
        onChange={(chosen) => put(chosen === all || !chosen ? undefined : { ...top, count: Number(chosen) })}
        error={errorAt(path)}
      />
      {top && (figures.length > 1 || errorAt(`${path}.by`)) && (
        <SelectField
          id={`${path}.by`}
          label={`Top of ${name} by`}
          options={figures.map(({ key, label }) => ({ value: key, label }))}
          value={top.by ?? figures[0]?.key ?? null}
          onChange={(by) => by && put({ ...top, by })}
          error={errorAt(`${path}.by`)}
        />
      )}
    </div>
  );
};
