import { IconBuildingCommunity, IconTemplate } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMember } from '#web/access/account.tsx';
import { isPlatform } from '#web/access/host.ts';
import { useOpened } from '#web/kit/use-opened.ts';
import type { Action } from '#web/ui/action-menu.tsx';
import type { FormRecord } from '../draft.ts';

const CloneToOrganizations = lazy(async () => ({
  default: (await import('./clone-to-organizations.tsx')).CloneToOrganizations,
}));
const CopyToTemplates = lazy(async () => ({ default: (await import('./copy-to-templates.tsx')).CopyToTemplates }));

/**
 * What the platform team can do with a form: give a template to organizations, and make one of an organization's form.
 * Nobody else is offered either; who acts for somebody else is not the platform team.
 */
export const useTemplateActions = (form: FormRecord): { actions: Action[]; dialogs: ReactNode } => {
  const isSuperuser = useMember().account.role === 'superuser';
  const { opened, open, close } = useOpened<'clone' | 'copy'>();
  const action = isPlatform
    ? { label: 'Clone to organizations', icon: IconBuildingCommunity, onClick: () => open('clone') }
    : { label: 'Copy to Templates', icon: IconTemplate, onClick: () => open('copy') };
  return {
    actions: isSuperuser && form.is_owned ? [action] : [],
    dialogs: (
      <Suspense>
        {opened === 'clone' && <CloneToOrganizations form={form} onClose={close} />}
        {opened === 'copy' && <CopyToTemplates form={form} onClose={close} />}
      </Suspense>
    ),
  };
};
