import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { definitionPlaces } from '#web/access/area.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { isPlatform } from '#web/access/host.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { counted } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './clone-form.module.css';

/** Copies a form, and opens the copy to be edited; with its responses it takes a while, and an email tells the end. */
export const CloneForm = ({ form, onClose }: { form: FormRecord; onClose: () => void }) => {
  const { id, name, response_count } = form;
  const navigate = useNavigate();
  const { mutateAsync } = useWrite(formRoutes.clone);
  const keyFor = useIdempotencyKey();
  const [include_data, setIncluded] = useState(false);
  const clone = async () => {
    const body = { include_data };
    const copy = await mutateAsync({ sent: { params: { id }, body }, idempotencyKey: keyFor(body) });
    onClose();
    if (include_data) {
      toast.success('Copy is being created. You will receive an email when finished');
    } else {
      toast.success(`${copy.name} saved`);
      navigate(`${definitionPlaces.forms.at}/${copy.id}/edit`);
    }
  };
  return (
    <ConfirmWrite title={`Clone form ${name}`} verb="Clone" write={clone} onClose={onClose}>
      <div className={css.body}>
        <p>
          The copy has the same fields, rules and calculations.
          {!isPlatform && ' Its notifications are turned off, and it isn’t published.'}
        </p>
        {response_count > 0 && (
          <CheckboxField
            label="Copy responses too"
            help={`This form has ${counted(response_count, 'response')}.`}
            checked={include_data}
            onChange={setIncluded}
          />
        )}
      </div>
    </ConfirmWrite>
  );
};
