import { type ReactNode, useId } from 'react';
import { type Consent, consentRoutes, type Giver, givers } from '#contract/resources/consents.ts';
import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import type { Form } from '#web/kit/use-form.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { DateField, type DateFieldProps } from '#web/ui/date-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import css from './consents.module.css';

/** What is recorded of a consent and may be put right afterwards. */
export type Corrigible = {
  given_by: Giver;
  given_by_name: string;
  ends_on: string | null;
  response_id: number | null;
  note: string;
};

type ConsentForm = Omit<Form<Corrigible>, 'submitWith' | 'reset'>;

/** What is sent of it. */
export const bodyOf = ({ given_by, given_by_name, ends_on, response_id, note }: Corrigible) => ({
  given_by,
  given_by_name: given_by === 'person' ? null : given_by_name.trim() || null,
  ends_on,
  response_id,
  note: note.trim() || null,
});

const giverOptions = (Object.keys(givers) as Giver[]).map((value) => ({ value, label: givers[value] }));

/** The signed response of a consent stays in the choice where it is not among those that the person who looks may read. */
const unlisted = ({ response_id, signed }: Consent) =>
  response_id === null ? [] : [{ value: String(response_id), label: signed?.form.name ?? 'A response you can’t see' }];

const Signed = ({
  client_id,
  stored,
  form,
}: {
  client_id: number;
  stored?: Consent | undefined;
  form: ConsentForm;
}) => {
  const zone = useZone();
  const { data, isLoading } = useRouteQuery(consentRoutes.signed, { params: { client_id } });
  const listed = (data?.data ?? []).map(({ id, name, completed_at }) => ({
    value: String(id),
    label: `${name}, ${showDateTime(completed_at, zone)}`,
  }));
  const others = (stored ? unlisted(stored) : []).filter(({ value }) => listed.every((one) => one.value !== value));
  const { response_id } = form.values;
  return (
    <SelectField
      id="response_id"
      label="Signed response"
      optional
      options={[...listed, ...others]}
      loading={isLoading}
      nothing="No signed responses"
      value={response_id === null ? null : String(response_id)}
      onChange={(id) => form.set('response_id', id === null ? null : Number(id))}
      error={form.error('response_id')}
    />
  );
};

/**
 * A form about a consent, over the page of its person.
 * @param stored the consent as it is; absent of new ones
 * @param firstDay the control of the first day, where it can be chosen
 * @param lastDay what the control of the last day takes
 * @param children what stands above
 */
export const ConsentDialog = ({
  title,
  client_id,
  stored,
  form,
  firstDay,
  lastDay,
  children,
  onClose,
}: {
  title: string;
  client_id: number;
  stored?: Consent;
  form: ConsentForm;
  firstDay?: ReactNode;
  lastDay: Omit<DateFieldProps, 'label'>;
  children: ReactNode;
  onClose: () => void;
}) => {
  const formId = useId();
  const { values } = form;
  const giver = {
    ...form.field('given_by'),
    onChange: (chosen: string | null) => form.set('given_by', (chosen ?? 'person') as Giver),
  };
  return (
    <FormDialog form={form} formId={formId} title={title} width={720} onClose={onClose}>
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {children}
        <div className={css.pair}>
          <SelectField {...giver} label="Given by" options={giverOptions} />
          {values.given_by !== 'person' && <TextField {...form.field('given_by_name')} label="Their name" />}
        </div>
        <div className={css.pair}>
          {firstDay}
          <DateField
            label="Last day"
            optional
            help="If you leave this empty, consent lasts until it’s withdrawn."
            {...lastDay}
          />
        </div>
        <Signed client_id={client_id} stored={stored} form={form} />
        <TextareaField {...form.field('note')} label="Note" optional />
      </SubmitForm>
    </FormDialog>
  );
};
