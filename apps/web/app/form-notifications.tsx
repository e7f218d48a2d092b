import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { blanksOf, ruleFormOf } from '#web/features/forms/logic/conditions.ts';
import type { ConditionsSlot } from '#web/features/notifications/notification-editor.tsx';
import { NotificationsSection } from '#web/features/notifications/section.tsx';
import { useRecord } from '#web/kit/use-record.ts';

const ConditionEditor = lazy(async () => ({
  default: (await import('#web/features/forms/logic/condition-editor.tsx')).ConditionEditor,
}));

/** The e-mails of a form, as a section of its detail; their conditions are edited as those of rules are. */
export const FormNotifications = () => {
  const { data: form } = useRecord(formRoutes.show, { id: Number(useParams().id) }, '/organization/forms');
  if (!form) return null;
  const conditions: ConditionsSlot = {
    draw: ({ id, error, ...editing }) => (
      <Suspense>
        <ConditionEditor
          id={id}
          form={ruleFormOf(form)}
          error={(path) => error(path ? `${id}.${path}` : id)}
          {...editing}
        />
      </Suspense>
    ),
    blanksOf,
  };
  return <NotificationsSection form={form} conditions={conditions} />;
};
