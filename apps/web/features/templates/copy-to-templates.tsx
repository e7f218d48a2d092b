import { templateRoutes } from '#contract/resources/templates.ts';
import { useMember } from '#web/access/account.tsx';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { originOf } from '#web/access/host.ts';
import { templatePlaces } from '#web/access/places.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { toast } from '#web/ui/toast.tsx';

/** Asks, and makes a template of an organization's form. Templates stand at the platform's address. */
export const CopyToTemplates = ({ form, onClose }: { form: FormRecord; onClose: () => void }) => {
  const { organization } = useMember();
  const { mutateAsync } = useWrite(templateRoutes.copyToTemplates);
  const keyFor = useIdempotencyKey();
  const copy = async () => {
    const body = { organization_id: organization.id, form_id: form.id };
    const { id, name } = await mutateAsync({ sent: { body }, idempotencyKey: keyFor(body) });
    onClose();
    toast.success(`${name} copied to the templates`, {
      label: 'Open template',
      href: `${originOf(null)}${templatePlaces.forms.at}/${id}`,
    });
  };
  return (
    <ConfirmWrite title={`Copy form ${form.name} to the templates`} verb="Copy" write={copy} onClose={onClose}>
      <p>
        The template gets copies of the fields, rules and calculations. Responses and notifications stay with{' '}
        {organization.name}.
      </p>
    </ConfirmWrite>
  );
};
