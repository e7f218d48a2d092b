import { useNavigate, useParams } from 'react-router';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { Require } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useRecordToEdit, useWrite } from '#web/kit/use-record.ts';
import { Conflict } from '#web/screens/conflict.tsx';
import { RecordForm } from '#web/screens/record-form.tsx';
import { FormGrid } from '#web/ui/page.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FormRows } from './form-rows.tsx';
import { root, type Sequence, type SequenceForm } from './sequence.ts';

type Values = { name: string; forms: SequenceForm[]; lock_version: number };

const blank: Values = { name: '', forms: [], lock_version: 0 };
const valuesOf = ({ name, forms, lock_version }: Sequence): Values => ({ name, forms, lock_version });

/** The box that adds a form; what the server says of the forms is shown there. */
const formsId = 'forms';

/** Adds a sequence. */
export const NewSequence = () => (
  <Require do={sequenceRoutes.create}>
    <SequenceEditor />
  </Require>
);

/** Changes a sequence. */
export const EditSequence = () => {
  const id = Number(useParams().id);
  const sequence = useRecordToEdit(sequenceRoutes.show, { id }, root);
  return (
    <Require do={sequenceRoutes.update} on={id}>
      {sequence ? <SequenceEditor key={id} sequence={sequence} /> : <RecordSkeleton label="Loading sequence" />}
    </Require>
  );
};

const SequenceEditor = ({ sequence }: { sequence?: Sequence }) => {
  const navigate = useNavigate();
  const { mutateAsync: create } = useWrite(sequenceRoutes.create);
  const { mutateAsync: update } = useWrite(sequenceRoutes.update);
  const idempotencyKey = useIdempotencyKey();
  const form = useForm(
    sequence ? valuesOf(sequence) : blank,
    (sent: Values) => {
      const body = { name: sent.name, forms: sent.forms.map(({ id }, position) => ({ id, position })) };
      return sequence
        ? update({ sent: { params: { id: sequence.id }, body: { ...body, lock_version: sent.lock_version } } })
        : create({ sent: { body }, idempotencyKey: idempotencyKey(sent) });
    },
    ({ id, name }) => {
      toast.success(`${name} saved`);
      navigate(`${root}/${id}`, { replace: true });
    },
  );
  const { values, set, error } = form;
  const ofForms = form.summary.filter(({ id }) => id?.startsWith(formsId));
  // The server names a form by its place; people know it by its name.
  const told = ofForms.map(({ id, message }) => {
    const named = values.forms[Number(id?.split('.')[1])]?.name;
    return { id: formsId, message: named ? `${named}: ${message}` : message };
  });
  const summary = [...form.summary.filter((one) => !ofForms.includes(one)), ...told];
  return (
    <RecordForm
      form={{ ...form, summary }}
      title={sequence?.name ?? 'Add form sequence'}
      crumbs={[
        { label: 'Form Sequences', to: root },
        ...(sequence
          ? [{ label: sequence.name, to: `${root}/${sequence.id}` }, { label: 'Edit' }]
          : [{ label: 'Add form sequence' }]),
      ]}
      onCancel={() => navigate(sequence ? `${root}/${sequence.id}` : root)}
    >
      <FormGrid>
        <TextField
          id="name"
          label="Name"
          autoComplete="off"
          value={values.name}
          onChange={(name) => set('name', name)}
          error={error('name')}
        />
      </FormGrid>
      <FormRows
        id={formsId}
        forms={values.forms}
        onChange={(forms) => set('forms', forms)}
        error={told.map(({ message }) => message).join('. ') || null}
      />
      {sequence && (
        <Conflict
          form={form}
          record={{ type: 'sequences', id: sequence.id }}
          load={async () => valuesOf(await call(sequenceRoutes.show, { params: { id: sequence.id } }))}
          told={{
            name: { label: 'Name' },
            forms: { label: 'Forms', text: (forms) => forms.map(({ name }) => name).join(', ') },
          }}
        />
      )}
    </RecordForm>
  );
};
