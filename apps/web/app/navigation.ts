import { IconBuildingCommunity } from '@tabler/icons-react';
import type { Demand, Entity } from '#contract/kit/privileges.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { myWorkRoutes } from '#contract/resources/my-work.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import type { useMay } from '#web/access/account.tsx';
import { menu, type Place, places } from '#web/access/places.ts';
import type { IconType } from '#web/ui/icon.tsx';

type Organization = { case_worthy_affiliation: boolean };
export type Entry = { to: string; label: string; icon: IconType; entity: Entity };

/** The side menu, group by group. An entry appears with read or write access to its entity. */
export const navigation: { title: string; entries: Entry[] }[] = Object.entries(menu).map(([title, places]) => ({
  title,
  entries: Object.values<Place>(places).flatMap(({ at, title: label, icon, entity }) =>
    entity ? [{ to: at, label, icon, entity }] : [],
  ),
}));

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

const settings = { to: '/myorg', label: 'My organization', icon: IconBuildingCommunity };

/**
 * The groups of the side menu with the entries somebody may open; the organization's own settings are the last of them. My
 * work stands in the place of a dashboard that somebody who works with people may not read.
 */
export const menuOf = (member: { organization: Organization }, may: ReturnType<typeof useMay>) => {
  const hasWork = may(myWorkRoutes.responses) || may(clientRoutes.page);
  const shownAs = (entry: Entry): Entry[] => {
    if (opens(entry, member, may)) return [entry];
    return entry.to === places.dashboards.at && hasWork ? [{ ...entry, label: 'My work' }] : [];
  };
  return navigation
    .map(({ title, entries }) => ({
      title,
      entries: [
        ...entries.flatMap(shownAs),
        ...(title === 'Admin' && may(organizationAccountRoutes.changeOrganizationAccount) ? [settings] : []),
      ],
    }))
    .filter(({ entries }) => entries.length > 0);
};
