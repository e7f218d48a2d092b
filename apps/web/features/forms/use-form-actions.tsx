import { IconCopy, IconPencilOff, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formRoutes } from '#contract/resources/forms.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import type { FormAction } from '#web/forms/form-contributions.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { useAccess } from '#web/screens/record-screen.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { CloneForm } from './clone-form.tsx';
import { consequencesOf } from './consequences.ts';
import { valuesOf } from './draft.ts';
import { forms } from './form.ts';
import { MakeInactive } from './make-inactive.tsx';

/**
 * What can be done with a form beside editing it, for who may, and the dialogs that this opens. One without responses is
 * deleted as all records are.
 * @param others what other features let people do with it
 * @returns `activate` for who may make an inactive form active, `clone` for who may copy it
 */
export const useFormActions = (
  form: FormRecord,
  others: FormAction[],
): {
  actions: Action[];
  dialogs: ReactNode;
  activate: (() => void) | undefined;
  clone: (() => void) | undefined;
} => {
  const { id, name, active, is_owned, response_count, lock_version } = form;
  const may = useMay();
  const [pendingDialog, setPendingDialog] = useState<'clone' | 'inactive' | null>(null);
  const { mutateAsync, isPending } = useWrite(formRoutes.update);
  const access = useAccess(forms, form);
  const { account } = useMember();
  const { opened, open, close: closeOther } = useOpened<string>();
  const offered = others.filter(({ isOffered }) => isOffered?.(form, account, may) ?? true);
  const { saveKnowingly, question } = useChangeImpact(`Make form ${name} inactive`, 'Make inactive', () =>
    call(formRoutes.uses, { params: { id } }),
  );
  const close = () => setPendingDialog(null);
  const toggle = () =>
    mutateAsync({ sent: { params: { id }, body: { active: !active, lock_version } } })
      .then(() => toast.success(`${name} is ${active ? 'inactive' : 'active'}`))
      .catch(failures.report);
  const mayChange = may(formRoutes.update, id) && is_owned;
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
    ...offered.map((one) => ({
      label: one.label,
      icon: one.icon,
      onClick: () => ('run' in one ? one.run(form) : open(one.label)),
    })),
    ...access.actions,
    ...(may(formRoutes.remove, id) && is_owned && response_count > 0
      ? [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => setPendingDialog('inactive') }]
      : []),
  ];
  return {
    actions,
    clone: may(formRoutes.clone) ? () => setPendingDialog('clone') : undefined,
    activate: mayChange && !active ? () => void toggle() : undefined,
    dialogs: (
      <>
        {access.dialogs}
        {offered.map(
          (one) =>
            'Dialog' in one && opened === one.label && <one.Dialog key={one.label} form={form} onClose={closeOther} />,
        )}
        {question}
        {pendingDialog === 'clone' && <CloneForm form={form} onClose={close} />}
        {pendingDialog === 'inactive' && <MakeInactive form={form} onClose={close} />}
      </>
    ),
  };
};
