import { IconPlus } from '@tabler/icons-react';
import { type AddressComponent, isDate } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import { useMember } from '#web/access/account.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import words from '#web/ui/words.module.css';
import { Calculations } from './calculations.tsx';
import { ColumnTools } from './column-tools.tsx';
import { labelOf, sourceOf } from './column-words.ts';
import { withColumns, withField } from './draft.ts';
import { asElapsed, ElapsedFields } from './elapsed-fields.tsx';
import {
  componentOptions,
  elapsedOption,
  formatAt,
  formatKey,
  formatOptions,
  percentageKey,
  percentageOptions,
} from './formats.ts';
import type { BuilderStep } from './issues.ts';
import { LabelField } from './label-field.tsx';
import css from './layout-step.module.css';
import { Letter, Part } from './part.tsx';
import type { Builder } from './use-builder.ts';

/** The columns in their order, what each is called and how it is shown; and those that are worked out of others. */
export const LayoutStep = ({ builder, go }: { builder: Builder; go: (step: BuilderStep) => void }) => {
  const { values, change } = builder;
  const { fields } = values;
  const reorder = (next: ReportField[]) => change('fields', (before) => withColumns(before, next));
  return (
    <>
      <Part
        title="Columns"
        count={fields.length}
        note="Use the letters in formulas. Hidden columns still work in formulas and conditions."
        action={
          <Button tone="subtle" icon={IconPlus} onClick={() => go('fields')}>
            Add fields
          </Button>
        }
      >
        {fields.length === 0 ? (
          <p>No columns yet. Add fields first.</p>
        ) : (
          <div className={css.list}>
            <div className={css.titles} aria-hidden>
              {['Order and field', 'Label', 'Format'].map((title) => (
                <span key={title}>{title}</span>
              ))}
            </div>
            <SortableList
              label="Columns"
              onReorder={reorder}
              items={fields}
              itemKey={({ key }) => key}
              itemName={(field) => labelOf(builder, field)}
              tools={(field, index) => <ColumnTools builder={builder} field={field} index={index} />}
            >
              {(field, index) => <Row builder={builder} field={field} index={index} />}
            </SortableList>
          </div>
        )}
      </Part>
      {fields.filter(({ type }) => type !== 'operation').length >= 2 && <Calculations builder={builder} />}
      <Links builder={builder} />
    </>
  );
};

const Row = ({ builder, field, index }: { builder: Builder; field: ReportField; index: number }) => {
  const { columns } = builder;
  const name = labelOf(builder, { ...field, label: null });
  return (
    <div className={css.row} data-hidden={field.hidden || undefined}>
      <Letter place={index} isHidden={field.hidden} />
      <span className={css.name}>
        {name}
        <small className={words.small}>{sourceOf(builder, field)}</small>
      </span>
      <LabelField
        builder={builder}
        field={field}
        id={`fields.${index}.label`}
        label={`Label of ${name}`}
        placeholder={columns[index]?.label ?? name}
      />
      <Format
        builder={builder}
        field={field}
        index={index}
        name={name}
        result={resultShown(columns[index])}
        isPercent={columns[index]?.isPercent === true}
      />
    </div>
  );
};

/** What a column holds that its format is about: a group of days is a number when it is a day of the week. */
const resultShown = (column: Builder['columns'][number] | undefined) =>
  column?.period ? column.column?.result : column?.result;

const Format = ({
  builder,
  field,
  index,
  name,
  result,
  isPercent,
}: {
  builder: Builder;
  field: ReportField;
  index: number;
  name: string;
  result: Builder['columns'][number]['result'] | undefined;
  isPercent: boolean;
}) => {
  const put = (next: Partial<ReportField>) =>
    builder.change(`fields.${index}`, (before) => withField(before, field.key, next));
  const { week_starts_on } = useMember().organization;
  const isAddress = result === 'address' || field.component !== null;
  const hasTime = field.type !== 'operation' && result !== undefined && isDate(result);
  const ownOptions = result ? formatOptions(result, week_starts_on) : [];
  const options = isAddress ? componentOptions : isPercent ? percentageOptions : ownOptions;
  if (options.length === 0 && !field.elapsed) return <span className={css.plain}>As answered</span>;
  const choose = (chosen: string | null) => {
    if (isAddress) return put({ component: (chosen || null) as AddressComponent | null });
    return put(chosen === elapsedOption.value ? asElapsed(field) : { formatter: formatAt(chosen ?? '') });
  };
  return (
    <div className={css.format}>
      <ElapsedFields builder={builder} field={field} index={index} name={name} />
      {options.length > 0 && (
        <SelectField
          label={isAddress ? `Part of ${name}` : `Format of ${name}`}
          labelHidden
          options={hasTime ? [...options, elapsedOption] : options}
          value={
            isAddress
              ? (field.component ?? '')
              : isPercent
                ? percentageKey(field.formatter)
                : formatKey(field.formatter)
          }
          onChange={choose}
        />
      )}
    </div>
  );
};

/** Which columns lead to something. The server sets the links; here it is said which they are. */
const Links = ({ builder }: { builder: Builder }) => {
  const { headers = [], records: [first] = [] } = builder.preview.result ?? {};
  const linked = builder.values.fields.flatMap((field) => {
    const link = first?.links[headers.findIndex(({ key }) => key === field.key)];
    if (!link || field.hidden) return [];
    const what = /(client_forms|responses|records)\//.test(link) ? 'the response' : 'the person';
    return [`${labelOf(builder, field)} opens ${what}`];
  });
  if (linked.length === 0) return null;
  return (
    <Part title="Links in the table">
      <p className={css.plain}>{linked.join(', ')}, each in a new tab.</p>
    </Part>
  );
};
