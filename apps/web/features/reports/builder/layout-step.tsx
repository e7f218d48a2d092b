import { IconArrowBarToDown, IconArrowBarToUp, IconEye, IconEyeOff, IconPlus, IconTrash } from '@tabler/icons-react';
import type { AddressComponent } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Calculations } from './calculations.tsx';
import { labelOf, sourceOf } from './column-words.ts';
import { withColumns, withField } from './draft.ts';
import { componentOptions, formatAt, formatKey, formatOptions } from './formats.ts';
import type { BuilderStep } from './issues.ts';
import css from './layout-step.module.css';
import { Letter, Part } from './part.tsx';
import type { Builder } from './use-builder.ts';

/** The columns in their order, what each is called and how it is shown; and those that are worked out of others. */
export const LayoutStep = ({ builder, go }: { builder: Builder; go: (step: BuilderStep) => void }) => {
  const { values, change } = builder;
  const { fields } = values;
  const reorder = (next: ReportField[]) => change('fields', (before) => withColumns(before, next));
  const move = (field: ReportField, to: number) =>
    reorder(fields.filter(({ key }) => key !== field.key).toSpliced(to, 0, field));
  return (
    <>
      <Part
        title="Columns"
        count={fields.length}
        note="The letters name columns in formulas. A hidden column still counts and filters."
        action={
          <Button tone="subtle" icon={IconPlus} onClick={() => go('fields')}>
            Add fields
          </Button>
        }
      >
        {fields.length === 0 ? (
          <p>There is no column yet. Choose fields first.</p>
        ) : (
          <div className={css.list}>
            <div className={css.titles} aria-hidden>
              <span>Order and field</span>
              <span>Label</span>
              <span>Format</span>
            </div>
            <SortableList
              label="Columns"
              items={fields}
              itemKey={({ key }) => key}
              itemName={(field) => labelOf(builder, field)}
              onReorder={reorder}
              tools={(field, index) => {
                const name = labelOf(builder, field);
                return (
                  <>
                    <IconButton
                      size="small"
                      label={field.hidden ? `Show ${name}` : `Hide ${name}`}
                      icon={field.hidden ? IconEyeOff : IconEye}
                      aria-pressed={field.hidden}
                      onClick={() =>
                        change(`fields.${index}`, (before) => withField(before, field.key, { hidden: !field.hidden }))
                      }
                    />
                    <ActionMenu
                      label={`More for ${name}`}
                      size="small"
                      actions={[
                        {
                          label: 'Move to top',
                          icon: IconArrowBarToUp,
                          disabled: index === 0,
                          onClick: () => move(field, 0),
                        },
                        {
                          label: 'Move to bottom',
                          icon: IconArrowBarToDown,
                          disabled: index === fields.length - 1,
                          onClick: () => move(field, fields.length - 1),
                        },
                        {
                          label: 'Remove',
                          icon: IconTrash,
                          apart: true,
                          onClick: () => reorder(fields.filter(({ key }) => key !== field.key)),
                        },
                      ]}
                    />
                  </>
                );
              }}
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
  const { change, errorAt, columns } = builder;
  const name = labelOf(builder, { ...field, label: null });
  const id = `fields.${index}.label`;
  return (
    <div className={css.row} data-hidden={field.hidden || undefined}>
      <Letter place={index} isHidden={field.hidden} />
      <span className={css.name}>
        {name}
        <small>{sourceOf(builder, field)}</small>
      </span>
      <TextField
        id={id}
        label={`Label of ${name}`}
        labelHidden
        placeholder={name}
        autoComplete="off"
        value={field.label ?? ''}
        onChange={(label) =>
          change(
            `fields.${index}`,
            (before) => withField(before, field.key, { label: label || null }),
            `label ${field.key}`,
          )
        }
        error={errorAt(id)}
      />
      <Format builder={builder} field={field} index={index} name={name} result={columns[index]?.result} />
    </div>
  );
};

const Format = ({
  builder: { change },
  field,
  index,
  name,
  result,
}: {
  builder: Builder;
  field: ReportField;
  index: number;
  name: string;
  result: Builder['columns'][number]['result'] | undefined;
}) => {
  const put = (next: Partial<ReportField>) => change(`fields.${index}`, (before) => withField(before, field.key, next));
  const isAddress = result === 'address' || field.component !== null;
  const options = isAddress ? componentOptions : result ? formatOptions(result) : [];
  if (options.length === 0) return <span className={css.plain}>As answered</span>;
  return (
    <SelectField
      label={isAddress ? `Part of ${name}` : `Format of ${name}`}
      labelHidden
      options={options}
      value={isAddress ? (field.component ?? '') : formatKey(field.formatter)}
      onChange={(chosen) =>
        put(
          isAddress
            ? { component: (chosen || null) as AddressComponent | null }
            : { formatter: formatAt(chosen ?? '') },
        )
      }
    />
  );
};

/** Which columns lead to something. The server sets the links; here it is said which they are. */
const Links = ({ builder: { preview } }: { builder: Builder }) => {
  const [first] = preview.result?.records ?? [];
  const linked = (preview.result?.headers ?? []).flatMap(({ label }, index) => {
    const link = first?.links[index];
    if (!link) return [];
    return [`${label} opens ${/(client_forms|responses|records)\//.test(link) ? 'the response' : 'the person'}`];
  });
  if (linked.length === 0) return null;
  return (
    <Part title="Links in the table">
      <p className={css.plain}>{linked.join(', ')}, each in a new tab.</p>
    </Part>
  );
};
