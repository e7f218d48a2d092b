import { IconCopy, IconPencilOff, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { useAccessActions } from '#web/access/access-actions.tsx';
import { useMay, useMember } from '#web/access/account.tsx';
import { area } from '#web/access/area.ts';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import type { FormAction } from '#web/forms/form-contributions.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { useOpened } from '#web/kit/use-opened.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CloneForm } from './clone-form.tsx';
import { consequencesOf } from './consequences.ts';
import { valuesOf } from './draft.ts';
import { MakeInactive } from './make-inactive.tsx';

/**
 * What can be done with a form beside editing it, for who may, and the dialogs that this opens.
 * @param others what other features let people do with it
 */
export const useFormActions = (
  form: FormRecord,
  others: FormAction[],
): { actions: Action[]; remove: Action[]; dialogs: ReactNode } => {
  const { id, name, active, is_owned, response_count, lock_version } = form;
  const navigate = useNavigate();
  const may = useMay();
  const [pendingDialog, setPendingDialog] = useState<'clone' | 'delete' | null>(null);
  const { mutateAsync, isPending } = useWrite(formRoutes.update);
  const access = useAccessActions({ type: 'forms', id, name });
  const { account } = useMember();
  const { opened, open, close: closeOther } = useOpened<string>();
  const offered = others.filter(({ isOffered }) => isOffered?.(form, account) ?? true);
  const { saveKnowingly, question } = useChangeImpact(`Make form ${name} inactive`, 'Make inactive', () =>
    call(formRoutes.uses, { params: { id } }),
  );
  const close = () => setPendingDialog(null);
  const toggle = () =>
    mutateAsync({ sent: { params: { id }, body: { active: !active, lock_version } } })
      .then(() => toast.success(`${name} is ${active ? 'inactive' : 'active'}`))
      .catch(failures.report);
  const mayChange = may(formRoutes.update, id) && is_owned;
  const actions = [
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
  ];
  return {
    actions,
    remove: may(formRoutes.remove, id)
      ? [
          {
            label: 'Delete',
            icon: IconTrash,
            danger: true,
            apart: actions.length > 0,
            onClick: () => setPendingDialog('delete'),
          },
        ]
      : [],
    dialogs: (
      <>
        {access.dialogs}
        <Suspense>
          {offered.map(
            (one) =>
              'Dialog' in one &&
              opened === one.label && <one.Dialog key={one.label} form={form} onClose={closeOther} />,
          )}
        </Suspense>
        {question}
        {pendingDialog === 'clone' && <CloneForm form={form} onClose={close} />}
        {pendingDialog === 'delete' && response_count > 0 && <MakeInactive form={form} onClose={close} />}
        {pendingDialog === 'delete' && response_count === 0 && (
          <DeleteRecord
            route={formRoutes.remove}
            params={{ id }}
            lockVersion={lock_version}
            name={`form ${name}`}
            onClose={close}
            onDeleted={() => navigate(area.forms.root)}
          >
            Its fields stay, for other forms.
          </DeleteRecord>
        )}
      </>
    ),
  };
};
