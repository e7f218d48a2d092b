import { IconChevronDown } from '@tabler/icons-react';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { useFillableForms } from './fillable-forms.ts';
import { responsesOf } from './person.ts';

/** The menu of forms to fill in for a person. Nothing for those who may not. */
export const AddForm = ({ client_id }: { client_id: number }) => {
  const forms = useFillableForms();
  return (
    <ActionMenu
      label="Add a Form"
      actions={forms.map(({ id, name, active }) => ({
        label: name,
        to: `${responsesOf(client_id)}/new/${id}`,
        ...(active ? {} : { note: 'INACTIVE' }),
      }))}
      trigger={
        <Button tone="filled" iconEnd={IconChevronDown} data-print="hide">
          Add a Form
        </Button>
      }
    />
  );
};
