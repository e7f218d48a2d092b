import { IconStack2 } from '@tabler/icons-react';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { hostOf } from '#web/access/host.ts';
import { type Place, places, templatePlaces } from '#web/access/places.ts';
import { namedItem } from './organization-palette.tsx';
import { Palette, type Source } from './palette.tsx';

const { organizations } = places;
const all: Place[] = [organizations, templatePlaces.forms, templatePlaces.fields];

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
  sourceOf(templatePlaces.forms, formRoutes.page),
  sourceOf(templatePlaces.fields, fieldRoutes.page),
];

/** The palette of the platform team: organizations and templates. */
export const AdminPalette = ({ onClose }: { onClose: () => void }) => (
  <Palette
    screens={[
      ...all.map(({ at, title, icon }) => ({ to: at, label: title, icon })),
      { to: '/admin/jobs', label: 'Jobs', icon: IconStack2 },
    ]}
    additions={all.map(({ at, one }) => ({ to: `${at}/new`, label: `Add ${one}` }))}
    sources={sources}
    onClose={onClose}
  />
);
