import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useParams } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { Filler } from '#web/forms/filling/filler.tsx';
import { answersOf, toldAnswers } from '#web/forms/filling/stored-answers.ts';
import { definitionOf } from '#web/forms/filling/use-filling.ts';
import { useFillingDraft } from '#web/forms/filling/use-filling-draft.tsx';
import { useResponseFilling } from '#web/forms/filling/use-response-filling.ts';
import { useSave } from '#web/forms/filling/use-save.tsx';
import { call } from '#web/kit/api.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { queries } from '#web/kit/queries.ts';
import { useRecordToEdit } from '#web/kit/use-record.ts';
import { Conflict, type FieldDescriptions } from '#web/screens/conflict.tsx';
import { WithheldDraft } from '#web/screens/draft-offers.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type Person, responsesOf, usePerson } from './person.ts';
import { useFillerHead } from './person-head.tsx';
import { TimeRecorded, useTimeRecorded } from './time-recorded.tsx';

type Editable = Answer<typeof clientFormRoutes.edit>;

/** A response whose answers are changed. */
export const EditResponse = () => {
  const { id, response_id } = useParams();
  const params = { client_id: Number(id), id: Number(response_id) };
  const person = usePerson();
  const data = useRecordToEdit(clientFormRoutes.edit, params, responsesOf(params.client_id));
  if (!person || !data)
    return (
      <>
        <RecordSkeleton label="Loading response" />
        <WithheldDraft subject={draftSubjects.response(params.id)} route={clientFormRoutes.edit} params={params} />
      </>
    );
  return <Editing key={data.id} person={person} response={data} />;
};

/** Everything that somebody else may have changed meanwhile, as the conflict dialog compares it. */
type Values = Record<string, unknown> & { completed_at: string; lock_version: number };

const valuesOf = (response: Editable): Values => ({
  ...answersOf(response),
  completed_at: response.completed_at,
  lock_version: response.lock_version,
});

const Editing = ({ person, response }: { person: Person; response: Editable }) => {
  const { form, client_id, id } = response;
  const params = { client_id, id };
  const navigate = useNavigate();
  const [base, setBase] = useState(response);
  const stored = useMemo(() => answersOf(response), [response]);
  const filling = useResponseFilling({ form, person, stored, response });
  const { save, question, isSaving, attempt, progress, conflict, clearConflict } = useSave(filling, {
    formNow: async () => definitionOf((await call(clientFormRoutes.edit, { params })).form),
    showsConflict: true,
  });
  const time = useTimeRecorded(response.completed_at);
  const view = `${responsesOf(client_id)}/${id}`;
  const recorded = showDateTime(response.completed_at, time.zone);
  const head = useFillerHead(person, `${form.name}, ${recorded}`, [
    { label: form.name },
    { label: recorded, to: view },
    { label: 'Edit' },
  ]);
  const { draft, drafts } = useFillingDraft(filling, draftSubjects.response(id), {
    isTyped: () => time.isChanged,
    content: () => ({ lock_version: base.lock_version, stored_at: base.completed_at, completed_at: time.moment }),
    restore: (content) => {
      const { lock_version, stored_at, completed_at } = content as Record<'stored_at' | 'completed_at', string> & {
        lock_version: number;
      };
      time.take(stored_at, completed_at);
      setBase((before) => ({ ...before, lock_version, completed_at: stored_at }));
    },
  });
  const { text: typedTime } = time;
  const isTimeTyped = time.isChanged;
  const typed = useCallbackRef(() => draft?.typed());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text tells that something was typed.
  useEffect(() => {
    if (isTimeTyped) typed();
  }, [typedTime, isTimeTyped, typed]);

  const submit = async (lock_version: number, completed_at: string | undefined) => {
    const taken = await save(async (onProgress) => {
      const { files, ...sent } = filling.sent();
      const body = { ...sent, lock_version, ...(completed_at ? { completed_at } : {}) };
      const changed = await call(
        clientFormRoutes.update,
        { params, body, files },
        { onProgress, drafts: draft?.keys() ?? [] },
      );
      queries.put(clientFormRoutes.show, { params }, changed);
      void queries.reloadAfter(clientFormRoutes.update, { params });
    });
    if (!taken) return;
    draft?.over();
    flushSync(() => {
      filling.settle();
      time.take(time.moment, time.moment);
    });
    toast.success('Response saved');
    navigate(view, { replace: true });
  };
  const trySubmit = () => {
    if (time.problem) focusField('completed_at');
    else void submit(base.lock_version, time.isChanged ? time.moment : undefined);
  };
  const begin = (mine: Values, theirs: Values) => {
    const { completed_at, lock_version, ...answers } = mine;
    filling.replace(answers, theirs);
    time.take(theirs.completed_at, completed_at);
    setBase((before) => ({ ...before, lock_version, completed_at: theirs.completed_at }));
    clearConflict();
  };

  return (
    <>
      <Filler
        head={head}
        form={form}
        filling={filling}
        draft={draft}
        banner={drafts}
        extra={
          <TimeRecorded
            time={time}
            error={filling.overview().errors.find((one) => one.id === 'completed_at')?.message}
          />
        }
        isSaving={isSaving}
        isDirty={time.isChanged}
        attempt={attempt}
        progress={progress}
        onSave={trySubmit}
        onCancel={() => navigate(view)}
      />
      {question}
      <Conflict<Values>
        form={{
          conflict,
          clearConflict,
          initial: { ...filling.began(), completed_at: base.completed_at, lock_version: base.lock_version },
          values: { ...filling.values(), completed_at: time.moment, lock_version: base.lock_version },
          submitWith: async (mine, theirs) => {
            begin(mine, theirs);
            await submit(
              theirs.lock_version,
              mine.completed_at === theirs.completed_at ? undefined : mine.completed_at,
            );
          },
          reset: (theirs) => begin(theirs, theirs),
        }}
        record={{ type: 'client_forms', id }}
        load={async () => valuesOf(await call(clientFormRoutes.edit, { params }))}
        labels={
          {
            ...toldAnswers(filling),
            completed_at: { label: 'Time Recorded' },
          } as FieldDescriptions<Values>
        }
      />
    </>
  );
};
