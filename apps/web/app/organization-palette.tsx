import { IconCopy, IconStack2, IconUser } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import type { RouteSpec } from '#contract/kit/route.ts';
import { clientPairRoutes } from '#contract/resources/client-pairs.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { userRoutes } from '#contract/resources/users.ts';
import type { NameKey } from '#forms/person-columns.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { type Place, places } from '#web/access/places.ts';
import { useRecentPeople } from '#web/access/recent-people.ts';
import { type Person, people } from '#web/features/clients/person.ts';
import { listName, showDate } from '#web/kit/formats.ts';
import { menuOf } from './navigation.ts';
import { Palette, type Source } from './palette.tsx';

type Kind = { place: Place; routes: { page: RouteSpec; create?: RouteSpec } } & Partial<
  Pick<Source, 'title' | 'icon' | 'item'>
>;

const personItem = (person: Pick<Person, NameKey | 'id' | 'dob'>) => ({
  to: `${people.at}/${person.id}`,
  label: listName(person),
  description: showDate(person.dob),
});

type RecordListItem = { id: number; form_id: number; form_name: string; title: string | null };

const recordItem = ({ id, form_id, form_name, title }: RecordListItem) => ({
  to: `${places.internal_forms.at}/${form_id}/records/${id}`,
  label: title || `Record ${id}`,
  description: form_name,
});

/** What is found, and added, in the order in which it is shown. */
const kinds: Kind[] = [
  { place: places.clients, routes: people.routes, icon: IconUser, item: personItem },
  { place: places.internal_forms, routes: { page: internalFormRoutes.page } },
  { title: 'Records', place: places.internal_forms, routes: { page: internalFormRoutes.anyRecords }, item: recordItem },
  { place: places.reports, routes: reportDefinitionRoutes },
  { place: places.forms, routes: formRoutes },
  { place: places.sequences, routes: sequenceRoutes },
  { place: places.fields, routes: fieldRoutes },
  { place: places.users, routes: userRoutes },
  { place: places.permission_groups, routes: permissionGroupRoutes },
];

/** Records that are called by their name. */
export const namedItem =
  ({ at }: Place) =>
  ({ id, name }: { id: number; name: string }) => ({ to: `${at}/${id}`, label: name });

const duplicates = { to: '/organization/clients/duplicates', label: 'Possible duplicates', icon: IconCopy };

const always = [
  { to: '/myprofile', label: 'My profile', icon: IconUser },
  { to: '/organization/jobs', label: 'Background work', icon: IconStack2 },
];

/** The palette of an organization. */
export const OrganizationPalette = ({ onClose }: { onClose: () => void }) => {
  const may = useMay();
  const member = useMember();
  const { pathname } = useLocation();
  const recent = useRecentPeople().map(personItem);
  const screens = menuOf(member, may).flatMap(({ entries }) => entries);
  return (
    <Palette
      screens={[...screens, ...(may(clientPairRoutes.page) ? [duplicates] : []), ...always]}
      additions={kinds
        .filter(({ routes }) => routes.create && may(routes.create))
        .map(({ place }) => ({ to: `${place.at}/new`, label: `Add ${place.one}` }))}
      sources={kinds
        .filter(({ routes }) => may(routes.page))
        .map(
          ({ place, routes, title = place.title, icon = place.icon, item = namedItem(place) }): Source => ({
            title,
            icon,
            page: routes.page,
            item,
          }),
        )}
      recent={{ label: 'Recently opened', icon: IconUser, items: recent.filter(({ to }) => to !== pathname) }}
      onClose={onClose}
    />
  );
};
