import { IconPencilOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { Require } from '#web/access/account.tsx';
import { Filler } from '#web/forms/filling/filler.tsx';
import { definitionOf, type FilledForm } from '#web/forms/filling/use-filling.ts';
import { useFillingDraft } from '#web/forms/filling/use-filling-draft.tsx';
import { useResponseFilling } from '#web/forms/filling/use-response-filling.ts';
import { useSave } from '#web/forms/filling/use-save.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { queries } from '#web/kit/queries.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { WithheldDraft } from '#web/screens/draft-offers.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { stepPath } from './fillable-sequences.ts';
import { type Person, people, responsesOf, usePerson } from './person.ts';
import { useFillerHead } from './person-head.tsx';
import { ResponseSaved } from './response-saved.tsx';
import { obstacleOf, type Step, stepOf } from './sequence-steps.ts';
import { usePrePopulated } from './use-pre-populated.ts';

/** A form that is filled in for a person. */
export const NewResponse = () => (
  <Require do={clientFormRoutes.create}>
    <Loaded step={null} />
  </Require>
);

/** A form that is filled in for a person as one of a sequence. Where there is no such sequence, it stands for itself. */
export const NextInSequence = () => (
  <Require do={clientFormRoutes.create}>
    <LoadedSequence />
  </Require>
);

const LoadedSequence = () => {
  const { id, sequence_id, form_id } = useParams();
  const { data: sequences } = useRecord(sequenceRoutes.fillable, {}, `${people}/${id}`);
  const place = `${sequence_id} ${form_id}`;
  const begun = useRef<{ place: string; step: Step }>(undefined);
  if (!sequences) return <RecordSkeleton label="Loading form" />;
  const sequence = sequences.data.find((one) => one.id === Number(sequence_id) && obstacleOf(one) === null);
  const step = sequence ? stepOf(sequence, Number(form_id)) : null;
  if (step) begun.current = { place, step };
  // Whatever others do to the sequence meanwhile, what is typed here stays.
  return begun.current?.place === place ? (
    <Loaded step={begun.current.step} />
  ) : (
    <Navigate to={`${responsesOf(Number(id))}/new/${form_id}`} replace />
  );
};

type Form = FilledForm & { active: boolean; description: string | null };

const Loaded = ({ step }: { step: Step | null }) => {
  const { id, form_id } = useParams();
  // The same form again is a new response.
  const { key } = useLocation();
  const person = usePerson();
  const form = { route: formRoutes.fillableForm, params: { id: Number(form_id) } };
  const { data } = useRecord(form.route, form.params, `${people}/${id}`);
  if (!person || !data) {
    const subject = draftSubjects.newResponse(Number(id), Number(form_id));
    return (
      <>
        <RecordSkeleton label="Loading form" />
        <WithheldDraft subject={subject} route={clientRoutes.show} params={{ id: Number(id) }} />
        <WithheldDraft subject={subject} {...form} />
      </>
    );
  }
  return <Filling key={key} person={person} form={data} step={step} />;
};

const Filling = ({ person, form, step }: { person: Person; form: Form; step: Step | null }) => {
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const client_id = person.id;
  const filling = useResponseFilling({ form, person });
  const head = useFillerHead(person, form.name, [{ label: `${form.name}, new` }]);
  usePrePopulated(filling, form, client_id);
  const { draft, drafts } = useFillingDraft(filling, draftSubjects.newResponse(client_id, form.id));
  const { save, question, isSaving, attempt, progress } = useSave(filling, {
    formNow: async () => definitionOf(await call(formRoutes.fillableForm, { params: { id: form.id } })),
  });
  const [isActive, setActive] = useState(form.active);
  const [saved, setSaved] = useState<{ id: number; isReadable: boolean }>();
  const [said, setSaid] = useState<string>();

  const record = async (onProgress: (percent: number) => void) => {
    const { files, ...sent } = filling.sent();
    const params = { client_id };
    try {
      const response = await call(
        clientFormRoutes.create,
        { params, body: { form_id: form.id, ...sent }, files },
        { idempotencyKey: keyFor(sent.answers), onProgress, drafts: draft?.keys() ?? [] },
      );
      void queries.reloadAfter(clientFormRoutes.create, { params });
      draft?.over();
      flushSync(() => filling.settle());
      setSaved({ id: response.id, isReadable: response.actions.includes('read') });
    } catch (error) {
      // Somebody made the form inactive meanwhile: what was typed stays, and can only be checked.
      if (error instanceof ApiError && error.errors.form_id) setActive(false);
      throw error;
    }
  };
  const validate = async () => {
    const { files, ...sent } = filling.sent();
    try {
      await call(clientFormRoutes.validate, { params: { client_id }, body: { form_id: form.id, ...sent } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      // The check takes no files: that those are missing there says nothing about the answers here.
      const errors = Object.fromEntries(
        Object.entries(error.errors).filter(([path]) => !(path.replace(/^answers\.(\d+)$/, 'answers[$1]') in files)),
      );
      if (Object.keys(errors).length > 0) throw new ApiError(422, errors, error.requestId);
    }
    void queries.reloadAfter(clientFormRoutes.create, { params: { client_id } });
    setSaid('Answers are valid. Record not saved because form is inactive.');
  };
  const submit = () => {
    setSaid(undefined);
    void save(isActive ? record : validate);
  };

  const next = step?.next && stepPath(client_id, step.sequence.id, step.next.id);

  return (
    <>
      <Filler
        head={head}
        form={form}
        filling={filling}
        {...(isActive
          ? {}
          : { badge: <StatusBadge icon={IconPencilOff}>Inactive</StatusBadge>, saveLabel: 'Validate' })}
        draft={draft}
        banner={
          <>
            {drafts}
            {step && <Banner tone="info">{`Form ${step.place} of ${step.total} in ${step.sequence.name}`}</Banner>}
            {!isActive && (
              <Banner {...(next ? { action: { label: 'Next Form', to: next } } : {})}>
                This form is inactive. You can validate answers, but not save them.
              </Banner>
            )}
          </>
        }
        isNew
        said={said}
        isSaving={isSaving}
        attempt={attempt}
        progress={progress}
        onSave={submit}
        onCancel={() => navigate(`${people}/${client_id}`)}
      />
      {question}
      {saved && (
        <ResponseSaved
          step={step}
          onNext={() => next && navigate(next, { replace: true })}
          onShow={saved.isReadable ? () => navigate(`${responsesOf(client_id)}/${saved.id}`, { replace: true }) : null}
          onClose={() => navigate(`${people}/${client_id}`, { replace: true })}
          onChoose={(form_id) => navigate(`${responsesOf(client_id)}/new/${form_id}`, { replace: true })}
        />
      )}
    </>
  );
};
