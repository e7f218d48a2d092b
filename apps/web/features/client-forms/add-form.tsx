import { IconChevronDown, IconListNumbers } from '@tabler/icons-react';
import { type Action, ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { useFillableForms } from './fillable-forms.ts';
import { stepPath, useFillableSequences } from './fillable-sequences.ts';
import { responsesOf } from './person.ts';
import { type FillableSequence, obstacleOf } from './sequence-steps.ts';

const sequenceAction = (client_id: number, sequence: FillableSequence): Action => {
  const { id, name, forms } = sequence;
  const obstacle = obstacleOf(sequence);
  const first = forms.find(({ active }) => active);
  return {
    label: name,
    note: 'Sequence',
    icon: IconListNumbers,
    ...(obstacle !== null || !first
      ? { disabled: true, hint: obstacle ?? '' }
      : { to: stepPath(client_id, id, first.id) }),
  };
};

/** The menu of sequences and forms to fill in for a person. Nothing for those who may not. */
export const AddForm = ({ client_id }: { client_id: number }) => {
  const sequences = useFillableSequences();
  const forms = useFillableForms();
  return (
    <ActionMenu
      label="Add a Form"
      filter="Filter forms"
      actions={[
        ...sequences.map((sequence) => sequenceAction(client_id, sequence)),
        ...forms.map(({ id, name, active }, index) => ({
          label: name,
          to: `${responsesOf(client_id)}/new/${id}`,
          apart: index === 0 && sequences.length > 0,
          ...(active ? {} : { note: 'INACTIVE' }),
        })),
      ]}
      trigger={
        <Button tone="filled" iconEnd={IconChevronDown} data-print="hide">
          Add a Form
        </Button>
      }
    />
  );
};
