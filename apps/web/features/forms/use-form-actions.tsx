import { IconCopy, IconExternalLink, IconPencilOff, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import type { FormAction } from '#web/forms/form-contributions.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { useAccess } from '#web/screens/record-screen.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { CloneForm } from './clone-form.tsx';
import { consequencesOf } from './consequences.ts';
import { valuesOf } from './draft.ts';
import { forms } from './form.ts';
import { MakeInactive } from './make-inactive.tsx';
import { RedirectAddress } from './redirect-address.tsx';

const PrintForm = overlay('Print', async () => (await import('./print-form.tsx')).PrintForm);

/**
 * What can be done with a form beside editing it, for who may, and the dialogs that this opens. One without responses is
 * deleted as all records are.
 * @param others what other features let people do with it
 * @returns `print`, `activate` for who may make an inactive form active, `clone` for who may copy it
 */
export const useFormActions = (
  form: FormRecord,
  others: FormAction[],
): {
  actions: Action[];
  dialogs: ReactNode;
  activate: (() => void) | undefined;
  clone: (() => void) | undefined;
  print: () => void;
} => {
  const { id, name, active, is_owned, response_count, lock_version } = form;
  const may = useMay();
  const [pendingDialog, setPendingDialog] = useState<'clone' | 'inactive' | 'redirect' | 'print' | null>(null);
  const { mutateAsync, isPending } = useWrite(formRoutes.update);
  const access = useAccess(forms, form);
  const { account } = useMember();
  const { opened, open, close: closeOpened } = useOpened<string>();
  const offered = others.filter(({ isOffered }) => isOffered?.(form, account, may) ?? true);
  const { hash: addressed } = useLocation();
  const navigate = useNavigate();
  const isOpen = ({ label, hash }: FormAction) => label === opened || (hash !== undefined && addressed === `#${hash}`);
  const closeOther = () => {
    closeOpened();
    if (addressed) navigate({ hash: '' }, { replace: true });
  };
  const { saveKnowingly, question } = useChangeImpact(`Make form ${name} inactive`, 'Make inactive', () =>
    call(formRoutes.uses, { params: { id } }),
  );
  const close = () => setPendingDialog(null);
  const toggle = () =>
    mutateAsync({ sent: { params: { id }, body: { active: !active, lock_version } } })
      .then(() => toast.success(`${name} is ${active ? 'inactive' : 'active'}`))
      .catch(failures.report);
  const mayChange = may(formRoutes.update, id) && is_owned;
  const mayRedirect = may(formRoutes.update, id) && !is_owned && form.form_type === 'client';
  const actions: Action[] = [
    ...(may(formRoutes.clone) ? [{ label: 'Clone', icon: IconCopy, onClick: () => setPendingDialog('clone') }] : []),
    ...(mayChange
      ? [
          {
            label: active ? 'Make inactive' : 'Make active',
            icon: active ? IconPencilOff : IconPlayerPlay,
            disabled: isPending,
            onClick: () => {
              const saved = valuesOf(form);
              void saveKnowingly(consequencesOf(saved, { ...saved, active: !active }), toggle);
            },
          },
        ]
      : []),
    ...(mayRedirect
      ? [{ label: 'Redirect URL', icon: IconExternalLink, onClick: () => setPendingDialog('redirect') }]
      : []),
    ...offered.map((one) => ({
      label: one.label,
      icon: one.icon,
      onClick: () => ('run' in one ? one.run(form, navigate) : open(one.label)),
    })),
    ...access.actions,
    ...(may(formRoutes.remove, id) && is_owned && response_count > 0
      ? [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => setPendingDialog('inactive') }]
      : []),
  ];
  return {
    actions,
    clone: may(formRoutes.clone) ? () => setPendingDialog('clone') : undefined,
    print: () => setPendingDialog('print'),
    activate: mayChange && !active ? () => void toggle() : undefined,
    dialogs: (
      <>
        {access.dialogs}
        {offered.map(
          (one) => 'Dialog' in one && isOpen(one) && <one.Dialog key={one.label} form={form} onClose={closeOther} />,
        )}
        {question}
        {pendingDialog === 'clone' && <CloneForm form={form} onClose={close} />}
        {pendingDialog === 'print' && <PrintForm form={form} onClose={close} />}
        {pendingDialog === 'redirect' && <RedirectAddress form={form} onClose={close} />}
        {pendingDialog === 'inactive' && <MakeInactive form={form} onClose={close} />}
      </>
    ),
  };
};
