import { IconLayoutDashboard, IconStack2 } from '@tabler/icons-react';
import { dataImportRoutes } from '#contract/resources/data-imports.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { hostOf } from '#web/access/host.ts';
import { type Place, places, templatePlaces } from '#web/access/places.ts';
import { fullName } from '#web/kit/formats.ts';
import { namedItem } from './organization-palette.tsx';
import { Palette, type Source } from './palette.tsx';

const { organizations, platform_users, imports } = places;
const all: Place[] = [organizations, platform_users, imports, templatePlaces.forms, templatePlaces.fields];

const sourceOf = (place: Place, page: Source['page'], item: Source['item'] = namedItem(place)): Source => ({
  title: place.title,
  icon: place.icon,
  page,
  item,
});

const sources = [
  sourceOf(
    organizations,
    organizationRoutes.page,
    ({ id, name, slug }: { id: number; name: string; slug: string }) => ({
      to: `${organizations.at}/${id}`,
      label: name,
      description: hostOf(slug),
    }),
  ),
  sourceOf(
    platform_users,
    platformUserRoutes.page,
    ({ id, email, ...names }: { id: number; email: string; first_name: string | null; last_name: string | null }) => ({
      to: `${platform_users.at}/${id}`,
      label: fullName(names) || email,
      description: email,
    }),
  ),
  sourceOf(imports, dataImportRoutes.page),
  sourceOf(templatePlaces.forms, formRoutes.page),
  sourceOf(templatePlaces.fields, fieldRoutes.page),
];

/** The palette of the platform team: organizations, users and templates. */
export const AdminPalette = ({ onClose }: { onClose: () => void }) => (
  <Palette
    screens={[
      ...all.map(({ at, title, icon }) => ({ to: at, label: title, icon })),
      { to: '/admin/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
      { to: '/admin/jobs', label: 'Jobs', icon: IconStack2 },
    ]}
    additions={all.map(({ at, one }) => ({ to: `${at}/new`, label: `Add ${one}` }))}
    sources={sources}
    onClose={onClose}
  />
);
