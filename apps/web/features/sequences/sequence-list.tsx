import { IconListNumbers } from '@tabler/icons-react';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { countOf, root, type Sequence } from './sequence.ts';

/** All sequences, and one of them beside the list. */
export const SequenceList = () => (
  <MasterDetail<Sequence>
    root={root}
    title="Form Sequences"
    resource="form sequences"
    one="form sequence"
    icon={IconListNumbers}
    page={sequenceRoutes.page}
    create={sequenceRoutes.create}
    hint="A sequence is client forms that are filled in one after the other."
    item={(sequence) => ({ title: sequence.name, fact: countOf(sequence) })}
  />
);
