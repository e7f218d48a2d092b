import { IconBuildingCommunity, IconTemplate } from '@tabler/icons-react';
import { isPlatform } from '#web/access/host.ts';
import type { FormAction } from '#web/forms/form-contributions.ts';
import { overlay } from '#web/parts/lazy.tsx';

const CloneToOrganizations = overlay(
  'Clone to organizations',
  async () => (await import('./clone-to-organizations.tsx')).CloneToOrganizations,
);
const CopyToTemplates = overlay(
  'Copy to templates',
  async () => (await import('./copy-to-templates.tsx')).CopyToTemplates,
);

/**
 * What the platform team can do with a form: give a template to organizations, and make one of an organization's form.
 * Nobody else is offered either; who acts for somebody else is not the platform team.
 */
export const templateAction: FormAction = {
  isOffered: (form, { role }) => role === 'superuser' && form.is_owned,
  ...(isPlatform
    ? { label: 'Clone to organizations', icon: IconBuildingCommunity, Dialog: CloneToOrganizations }
    : { label: 'Copy to Templates', icon: IconTemplate, Dialog: CopyToTemplates }),
};
