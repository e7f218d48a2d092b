import { counted } from '#web/kit/formats.ts';
import { MasterDetail } from '#web/screens/master-detail.tsx';
import { sequences } from './sequence.ts';

/** All sequences, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={sequences}
    hint="A sequence is a set of client forms that people fill in one after the other."
    item={({ name, forms }) => ({ title: name, fact: counted(forms.length, 'form') })}
  />
);
