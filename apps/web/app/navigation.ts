import type { Demand, Entity } from '#contract/kit/privileges.ts';
import { type Place, places } from '#web/access/places.ts';
import type { IconType } from '#web/ui/icon.tsx';

type Organization = { case_worthy_affiliation: boolean };
export type Entry = { to: string; label: string; icon: IconType; entity: Entity };

const group = (title: string, ...entries: (Place & { entity?: Entity })[]) => ({
  title,
  entries: entries.flatMap(({ at, title, icon, entity }): Entry[] =>
    entity ? [{ to: at, label: title, icon, entity }] : [],
  ),
});

/** The side menu, group by group. An entry appears with read or write access to its entity. */
export const navigation: { title: string; entries: Entry[] }[] = [
  group(
    'Work',
    places.dashboards,
    places.clients,
    places.public_forms,
    places.internal_forms,
    places.reports,
    places.referrals,
  ),
  group('Build', places.forms, places.sequences, places.fields),
  group('Organise', places.data_groups, places.categories),
  group('Admin', places.users, places.permission_groups, places.affiliations),
];

/** Whether an entry is there at all: that of referrals where the organization has a system that they go to. */
const isThere = ({ to }: Entry, { case_worthy_affiliation }: Organization) =>
  to !== places.referrals.at || case_worthy_affiliation;

/** Whether somebody may open a menu entry. */
export const opens = (
  entry: Entry,
  { organization }: { organization: Organization },
  may: (demand: Demand) => boolean,
) => isThere(entry, organization) && may(demandOf(entry));

/** What opens a menu entry: reading any record of its entity, which writing implies. */
const demandOf = ({ entity }: Entry): Demand => ({ entity, action: 'read', on: 'any' });
