import { isDate } from '#reports/columns.ts';
import { type Comparison, comparisonName, comparisons, type EarlierPeriod } from '#reports/comparisons.ts';
import type { ReportField } from '#reports/definition.ts';
import { reportKinds } from '#reports/kinds.ts';
import { sharable, shares } from '#reports/shares.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { withField } from './draft.ts';
import css from './function-step.module.css';
import type { Builder } from './use-builder.ts';
import { useWork } from './use-proposed.ts';

type Props = { builder: Builder; field: ReportField; index: number; name: string };

const plain = { share: undefined, compare: undefined, target: undefined };

const offeredComparisons = (Object.keys(comparisons) as EarlierPeriod[]).flatMap((period) =>
  (Object.keys(comparisons[period]) as Comparison['as'][]).map((as) => {
    const compare = { with: period, as };
    return { value: `${period} ${as}`, label: comparisonName(compare), shown: { ...plain, compare } };
  }),
);

const usual = 'number';
const besideTarget = 'number and target';

/** In which of its ways a figure is shown. */
const shownNow = ({ compare, share, target }: ReportField): string => {
  if (compare) return `${compare.with} ${compare.as}`;
  return share ?? (target == null ? usual : besideTarget);
};

/** Whether a figure is shown as a number, as a percentage of what, beside a target, or beside that of an earlier period. */
export const ShownAsField = ({ builder, field, index, name }: Props) => {
  const { columns, errorAt } = builder;
  const work = useWork(builder, field);
  const path = `fields.${index}.share`;
  const agg = field[reportKinds[builder.values.report_type].functionKey];
  const groups = columns.filter((one) => one.column && !one.agg && !one.formula).length;
  const parts = agg && sharable.includes(agg) ? (['total', 'group'] as const) : [];
  // One that is still to be entered begins with what was there before.
  const target = field.target ?? 100;
  const offered = [
    { value: usual, label: 'As a number', shown: plain },
    ...parts
      .filter((share) => share === 'total' || groups > 1 || share === field.share)
      .map((share) => ({ value: share, label: shares[share], shown: { ...plain, share } })),
    { value: 'target', label: shares.target, shown: { ...plain, share: 'target' as const, target } },
    { value: besideTarget, label: 'As a number, with a target', shown: { ...plain, target } },
    ...(agg ? offeredComparisons : []),
  ];
  return (
    <div className={css.share}>
      <SelectField
        id={path}
        label={`Show ${name} as`}
        labelHidden
        options={offered.map(({ value, label }) => ({ value, label }))}
        value={shownNow(field)}
        onChange={(chosen) => work(path, offered.find(({ value }) => value === chosen)?.shown ?? {})}
        error={errorAt(path)}
      />
      {(field.target != null || field.share === 'target') && <TargetField {...{ builder, field, index, name }} />}
    </div>
  );
};

/** What the figures of a column are to come to. */
const TargetField = ({ builder, field, index, name }: Props) => {
  const path = `fields.${index}.target`;
  return (
    <NumberField
      id={path}
      label={`Target for ${name}`}
      help="For each row, and for the total line."
      value={field.target ?? null}
      onChange={(target) => builder.change(path, (before) => withField(before, field.key, { target }), path)}
      error={builder.errorAt(path)}
    />
  );
};

const recorded = 'recorded';

/** Which date the first or the last goes by: when it was recorded, or a date of the same form. */
export const ByField = ({ builder, field, index, name }: Props) => {
  const { source, columns, change, errorAt } = builder;
  // A formula has no form of its own.
  const form = columns[index]?.column?.form ?? field.form;
  const dates = source.groups
    .flatMap((group) => group.columns)
    .filter((one) => one.form === form && one.type === 'field' && isDate(one.result));
  if (dates.length === 0) return null;
  const path = `fields.${index}.by`;
  const { timeColumn = '' } = reportKinds[builder.values.report_type].forms ?? {};
  return (
    <div className={css.period}>
      <SelectField
        id={path}
        label={`Order ${name} by`}
        options={[
          { value: recorded, label: 'When it was recorded' },
          ...dates.filter((one) => one.field !== timeColumn).map((one) => ({ value: one.field, label: one.label })),
        ]}
        value={field.by ?? recorded}
        onChange={(chosen) =>
          change(path, (before) =>
            withField(before, field.key, { by: chosen === recorded ? undefined : (chosen ?? undefined) }),
          )
        }
        error={errorAt(path)}
      />
    </div>
  );
};
