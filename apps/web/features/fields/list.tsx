import { formRoutes } from '#contract/resources/forms.ts';
import { fieldType, fieldTypes } from '#forms/field-types/index.ts';
import { useMay } from '#web/access/account.tsx';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { fields } from './field.ts';

const types = Object.values(fieldTypes)
  .map(({ type, title }) => ({ value: type, label: title }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** All fields, and one of them beside the list. */
export const List = () => {
  const may = useMay();
  // Who reads some forms only cannot tell that no form asks it.
  const knowsUse = may({ ...formRoutes.page.access, on: 'entity' });
  return (
    <MasterDetail
      of={fields}
      choices={[{ key: 'field_type', label: 'Type', options: types }]}
      hint="A field is one question. Forms are made of fields."
      item={({ name, field_type, forms }) => ({
        title: name,
        fact: fieldType(field_type).title,
        badges: knowsUse && forms.length === 0 && <StatusBadge>Not used</StatusBadge>,
      })}
    />
  );
};
