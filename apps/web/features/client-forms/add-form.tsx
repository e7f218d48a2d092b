import { IconChevronDown, IconListNumbers } from '@tabler/icons-react';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fullName } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useOffered } from '#web/screens/offered-actions.ts';
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

/** Offers the same actions in the palette, with the person's name. */
const usePaletteActions = (client_id: number, sequences: readonly Action[], forms: readonly Action[]) => {
  const { data: person } = useRouteQuery(clientRoutes.show, { params: { id: client_id } });
  const called = (verb: string, actions: readonly Action[]) =>
    person ? actions.map((action) => ({ ...action, label: `${verb} ${action.label} for ${fullName(person)}` })) : [];
  useOffered('Add a Form', [...called('Start', sequences), ...called('Record', forms)], true);
};

/** The menu of sequences and forms to fill in for a person. Nothing for people who can't record responses. */
export const AddForm = ({ client_id }: { client_id: number }) => {
  const sequences = useFillableSequences().map((sequence) => sequenceAction(client_id, sequence));
  const forms = useFillableForms().map(({ id, name, active }, index) => ({
    label: name,
    to: `${responsesOf(client_id)}/new/${id}`,
    apart: index === 0 && sequences.length > 0,
    ...(active ? {} : { note: 'INACTIVE' }),
  }));
  usePaletteActions(
    client_id,
    sequences,
    forms.filter(({ note }) => !note),
  );
  return (
    <ActionMenu
      label="Add a Form"
      filter="Filter forms"
      actions={[...sequences, ...forms]}
      trigger={
        <Button tone="filled" iconEnd={IconChevronDown} data-print="hide">
          Add a Form
        </Button>
      }
    />
  );
};
