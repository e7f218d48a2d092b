import { IconCopy, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { maxFields, type ReportField } from '#reports/definition.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { movesToEnds } from '#web/ui/move-actions.ts';
import { labelOf } from './column-words.ts';
import { withColumns, withCopy, withField } from './draft.ts';
import type { Builder } from './use-builder.ts';
import { useProposed } from './use-proposed.ts';

/** What is done with a column, beside its label and format. */
export const ColumnTools = ({ builder, field, index }: { builder: Builder; field: ReportField; index: number }) => {
  const { values, change } = builder;
  const proposed = useProposed(builder);
  const name = labelOf(builder, field);
  const others = values.fields.filter(({ key }) => key !== field.key);
  const put = (fields: ReportField[]) => change('fields', (before) => withColumns(before, fields));
  const hide = () => change(`fields.${index}`, (before) => withField(before, field.key, { hidden: !field.hidden }));
  return (
    <>
      <IconButton
        size="small"
        label={`${field.hidden ? 'Show' : 'Hide'} ${name}`}
        icon={field.hidden ? IconEyeOff : IconEye}
        onClick={hide}
      />
      <ActionMenu
        size="small"
        label={`More for ${name}`}
        actions={[
          ...movesToEnds(index, values.fields.length, (to) => put(others.toSpliced(to, 0, field))),
          {
            label: 'Duplicate column',
            icon: IconCopy,
            disabled: values.fields.length >= maxFields,
            onClick: () => change('fields', (before) => withCopy(before, field.key, proposed)),
          },
          { label: 'Remove', icon: IconTrash, apart: true, onClick: () => put(others) },
        ]}
      />
    </>
  );
};
