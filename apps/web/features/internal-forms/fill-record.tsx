import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { Require } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { Filler } from '#web/forms/filling/filler.tsx';
import type { Filling } from '#web/forms/filling/filling.ts';
import { answersOf, toldAnswers } from '#web/forms/filling/stored-answers.ts';
import { definitionOf } from '#web/forms/filling/use-filling.ts';
import { useFillingDraft } from '#web/forms/filling/use-filling-draft.tsx';
import { useResponseFilling } from '#web/forms/filling/use-response-filling.ts';
import { useSave } from '#web/forms/filling/use-save.tsx';
import { call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { queries } from '#web/kit/queries.ts';
import { useRecord, useRecordToEdit } from '#web/kit/use-record.ts';
import { Conflict, type FieldDescriptions } from '#web/screens/conflict.tsx';
import { WithheldDraft } from '#web/screens/draft-offers.tsx';
import type { DraftOnScreen } from '#web/screens/use-draft.tsx';
import { Banner } from '#web/ui/banner.tsx';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { formAt, type InternalRecord, recordAt, titleOf } from './internal-form.ts';
import { InactiveBadge } from './list.tsx';

type Form = Answer<typeof internalFormRoutes.toFill>;

const headOf = (form: Form, title: string, own: Crumb[]) => ({
  title,
  about: form.name,
  crumbs: [
    { label: places.internal_forms.title, to: places.internal_forms.at },
    { label: form.name, to: formAt(form.id) },
    ...own,
  ],
});

const formNow = async (id: number) => definitionOf(await call(internalFormRoutes.toFill, { params: { id } }));

/** What follows once a record is stored: it stands in the list of its form. */
const useSaved = ({ id }: Form, filling: Filling) => {
  const navigate = useNavigate();
  return (draft: DraftOnScreen | null) => {
    draft?.over();
    flushSync(() => filling.settle());
    toast.success('Record saved');
    navigate(formAt(id), { replace: true });
  };
};

/** A record that is added to an internal form. */
export const NewRecord = () => {
  const id = Number(useParams().id);
  return (
    <Require do={internalFormRoutes.createRecord} on={id}>
      <ToAdd id={id} />
    </Require>
  );
};

const ToAdd = ({ id }: { id: number }) => {
  // The same form again is a new record.
  const { key } = useLocation();
  const { data } = useRecord(internalFormRoutes.toFill, { id }, formAt(id));
  if (data) return <Adding key={key} form={data} />;
  return (
    <>
      <RecordSkeleton label="Loading form" />
      <WithheldDraft subject={draftSubjects.newRecord(id)} route={internalFormRoutes.toFill} params={{ id }} />
    </>
  );
};

const Adding = ({ form }: { form: Form }) => {
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const filling = useResponseFilling({ form, person: null });
  const { draft, drafts } = useFillingDraft(filling, draftSubjects.newRecord(form.id));
  const { save, question, ...saving } = useSave(filling, { formNow: () => formNow(form.id) });
  const saved = useSaved(form, filling);
  const params = { form_id: form.id };
  const add = async () => {
    const taken = await save(async (onProgress) => {
      const { files, ...body } = filling.sent();
      await call(
        internalFormRoutes.createRecord,
        { params, body, files },
        { idempotencyKey: keyFor(body.answers), onProgress, drafts: draft?.keys() ?? [] },
      );
      void queries.reloadAfter(internalFormRoutes.createRecord, { params });
    });
    if (taken) saved(draft);
  };
  return (
    <>
      <Filler
        {...saving}
        head={headOf(form, form.name, [{ label: 'New record' }])}
        form={form}
        filling={filling}
        badge={<InactiveBadge active={form.active} />}
        draft={draft}
        banner={
          <>
            {drafts}
            {!form.active && <Banner>This form is inactive, so you can’t add records.</Banner>}
          </>
        }
        isNew
        onSave={() => void add()}
        onCancel={() => navigate(formAt(form.id))}
      />
      {question}
    </>
  );
};

/** A record whose answers are changed. */
export const EditRecord = () => {
  const { id, record_id } = useParams();
  const params = { form_id: Number(id), id: Number(record_id) };
  return (
    <Require do={internalFormRoutes.updateRecord} on={params.form_id}>
      <ToChange {...params} />
    </Require>
  );
};

const ToChange = (params: { form_id: number; id: number }) => {
  const form = useRecordToEdit(internalFormRoutes.toFill, { id: params.form_id }, formAt(params.form_id));
  const record = useRecordToEdit(internalFormRoutes.showRecord, params, formAt(params.form_id));
  if (form && record) return <Changing key={record.id} form={form} record={record} />;
  const subject = draftSubjects.internalRecord(params.id);
  return (
    <>
      <RecordSkeleton label="Loading record" />
      <WithheldDraft subject={subject} route={internalFormRoutes.showRecord} params={params} />
    </>
  );
};

/** What somebody else may have changed meanwhile. */
type Values = Record<string, unknown> & { lock_version: number };

const valuesOf = (record: InternalRecord): Values => ({ ...answersOf(record), lock_version: record.lock_version });

const Changing = ({ form, record }: { form: Form; record: InternalRecord }) => {
  const params = { form_id: form.id, id: record.id };
  const navigate = useNavigate();
  const [version, setVersion] = useState(record.lock_version);
  const stored = useMemo(() => answersOf(record), [record]);
  const response = { ...record, completed_at: record.created_at, administrator_id: record.created_by?.id ?? null };
  const filling = useResponseFilling({ form, person: null, stored, response });
  const { save, question, conflict, clearConflict, ...saving } = useSave(filling, {
    formNow: () => formNow(form.id),
    showsConflict: true,
  });
  const saved = useSaved(form, filling);
  const { draft, drafts } = useFillingDraft(filling, draftSubjects.internalRecord(record.id), {
    isTyped: () => false,
    content: () => ({ lock_version: version }),
    restore: ({ lock_version }) => setVersion(lock_version as number),
  });
  const submit = async (lock_version: number) => {
    const taken = await save(async (onProgress) => {
      const { files, ...sent } = filling.sent();
      const body = { ...sent, lock_version };
      const keys = draft?.keys() ?? [];
      const changed = await call(
        internalFormRoutes.updateRecord,
        { params, body, files },
        { onProgress, drafts: keys },
      );
      queries.put(internalFormRoutes.showRecord, { params }, changed);
      void queries.reloadAfter(internalFormRoutes.updateRecord, { params });
    });
    if (taken) saved(draft);
  };
  const begin = ({ lock_version: _, ...mine }: Values, theirs: Values) => {
    filling.replace(mine, theirs);
    setVersion(theirs.lock_version);
    clearConflict();
  };
  return (
    <>
      <Filler
        {...saving}
        head={headOf(form, titleOf(record), [
          { label: titleOf(record), to: recordAt(form.id, record.id) },
          { label: 'Edit' },
        ])}
        form={form}
        filling={filling}
        draft={draft}
        banner={drafts}
        onSave={() => void submit(version)}
        onCancel={() => navigate(recordAt(form.id, record.id))}
      />
      {question}
      <Conflict<Values>
        form={{
          conflict,
          clearConflict,
          initial: { ...filling.began(), lock_version: version },
          values: { ...filling.values(), lock_version: version },
          submitWith: async (mine, theirs) => {
            begin(mine, theirs);
            await submit(theirs.lock_version);
          },
          reset: (theirs) => begin(theirs, theirs),
        }}
        record={{ type: 'internal_records', id: record.id }}
        load={async () => valuesOf(await call(internalFormRoutes.showRecord, { params }))}
        labels={toldAnswers(filling) as FieldDescriptions<Values>}
      />
    </>
  );
};
