import { MasterDetail } from '#web/screens/master-detail.tsx';
import { AffiliationState, affiliations, sides } from './affiliation.tsx';

/** All affiliations by the name of the other side, and one of them beside the list. */
export const List = () => (
  <MasterDetail
    of={affiliations}
    searchHint="Search by name"
    hint="With an affiliation, one organization shares its forms with another."
    filters={[
      { key: 'owner', label: 'You invited', asks: { type: 'owner' } },
      { key: 'participant', label: 'Invited you', asks: { type: 'participant' } },
      { key: 'pending', label: 'Pending', asks: { state: 'pending' } },
    ]}
    item={({ name, type, state }) => ({ title: name, fact: sides[type], badges: <AffiliationState state={state} /> })}
  />
);
