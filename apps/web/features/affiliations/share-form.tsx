import { useId, useState } from 'react';
import { formRoutes } from '#contract/resources/forms.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Affiliation } from './affiliation.tsx';

/** Shares one more form with an affiliate: over the version of it that is stored at that moment. */
export const ShareForm = ({ affiliation, onClose }: { affiliation: Affiliation; onClose: () => void }) => {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const filters = JSON.stringify({ active: true, form_type: 'client' });
  const query = { filters, page_size: '50', ...(typed.trim() && { query: typed.trim() }) };
  const found = useRouteQuery(formRoutes.page, { params: { page: 1 }, query });
  const shared = new Set(affiliation.forms.map(({ id }) => id));
  const free = (found.data?.data ?? []).filter(({ id }) => !shared.has(id));
  const form = useForm(
    { chosen: null as string | null },
    async ({ chosen }) => {
      if (chosen === null) throw new ApiError(422, { chosen: ['Choose a form'] });
      const params = { id: Number(chosen) };
      const { affiliation_ids, lock_version } = await call(formRoutes.show, { params });
      const body = { affiliation_ids: [...new Set([...affiliation_ids, affiliation.id])], lock_version };
      return write(formRoutes.update, { sent: { params, body } });
    },
    ({ name }) => {
      toast.success(`${name} is shared with ${affiliation.name}`);
      onClose();
    },
  );
  return (
    <FormDialog form={form} formId={formId} title="Share a form" verb="Share" width={480} onClose={onClose}>
      <SubmitForm form={form} id={formId}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <SelectField
          id="chosen"
          label="Form"
          help={`${affiliation.name} fills it in for its own people and gets your changes immediately.`}
          options={free.map(({ id, name }) => ({ value: String(id), label: name }))}
          onSearch={setTyped}
          loading={found.isFetching}
          nothing={found.isError ? 'Could not load forms. Type again to retry' : 'No other forms match'}
          value={form.values.chosen}
          onChange={(chosen) => form.set('chosen', chosen)}
          error={form.error('chosen')}
        />
      </SubmitForm>
    </FormDialog>
  );
};
