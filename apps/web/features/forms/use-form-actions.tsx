import { IconCopy, IconPencilOff, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { useAccessActions } from '#web/access/access-actions.tsx';
import { useMay } from '#web/access/account.tsx';
import { area } from '#web/access/area.ts';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { DeleteRecord } from '#web/screens/delete-record.tsx';
import type { Action } from '#web/ui/action-menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CloneForm } from './clone-form.tsx';
import { consequencesOf } from './consequences.ts';
import { type FormRecord, valuesOf } from './draft.ts';
import { MakeInactive } from './make-inactive.tsx';
import { useTemplateActions } from './templates/use-template-actions.tsx';
import { exportXlsform } from './xlsform-export.ts';

/** What can be done with a form beside editing it, for who may, and the questions that this asks. */
export const useFormActions = (form: FormRecord): { actions: Action[]; remove: Action[]; dialogs: ReactNode } => {
  const { id, name, active, is_owned, response_count, lock_version } = form;
  const navigate = useNavigate();
  const may = useMay();
  const [asking, setAsking] = useState<'clone' | 'delete' | null>(null);
  const { mutateAsync, isPending } = useWrite(formRoutes.update);
  const access = useAccessActions({ type: 'forms', id, name });
  const template = useTemplateActions(form);
  const { saveKnowingly, question } = useChangeImpact(`Make form ${name} inactive`, 'Make inactive', () =>
    call(formRoutes.uses, { params: { id } }),
  );
  const close = () => setAsking(null);
  const toggle = () =>
    mutateAsync({ sent: { params: { id }, body: { active: !active, lock_version } } })
      .then(() => toast.success(`${name} is ${active ? 'inactive' : 'active'}`))
      .catch(failures.report);
  const mayChange = may(formRoutes.update, id) && is_owned;
  const actions = [
    ...(may(formRoutes.clone) ? [{ label: 'Clone', icon: IconCopy, onClick: () => setAsking('clone') }] : []),
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
    exportXlsform(form),
    ...template.actions,
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
            onClick: () => setAsking('delete'),
          },
        ]
      : [],
    dialogs: (
      <>
        {access.dialogs}
        {template.dialogs}
        {question}
        {asking === 'clone' && <CloneForm form={form} onClose={close} />}
        {asking === 'delete' && response_count > 0 && <MakeInactive form={form} onClose={close} />}
        {asking === 'delete' && response_count === 0 && (
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
