import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { Answer } from '#contract/kit/route.ts';
import { draftSubjects } from '#contract/resources/drafts.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { responseScope } from '#forms/logic/scopes.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { Filler } from '#web/forms/filling/filler.tsx';
import { definitionOf, keptOf, useFilling } from '#web/forms/filling/use-filling.ts';
import { useFillingDraft } from '#web/forms/filling/use-filling-draft.tsx';
import { useSave } from '#web/forms/filling/use-save.tsx';
import { call } from '#web/kit/api.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { queries } from '#web/kit/queries.ts';
import { useRecord, useRecordToEdit } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { InstanceTools } from './instance-tools.tsx';
import { answersOf, formAt, type Instance, instanceAt } from './public-forms.ts';

/** A public response whose answers are corrected; those of a linked one are corrected in the person's response. */
export const EditInstance = () => {
  const { id, response_id } = useParams();
  const { data } = useRecord(publicInstanceRoutes.flat, { id: Number(response_id) }, formAt(Number(id)));
  if (!data) return <RecordSkeleton label="Loading response" />;
  if (!data.actions.includes('write')) return <Navigate to={instanceAt(data)} replace />;
  // There stands whose it is, with Unlink, and what leads to the person's response.
  if (data.linked) return <Navigate to={instanceAt(data)} replace />;
  return <Loaded instance={data} />;
};

/** Where the answers are changed; null where the viewer may not see whose they are. */
export const editAt = (instance: Instance): string | null => {
  const { linked, client, client_form_id } = instance;
  if (!linked) return `${instanceAt(instance)}/edit`;
  return client && client_form_id ? `${places.clients.at}/${client.id}/client_forms/${client_form_id}/edit` : null;
};

const Loaded = ({ instance }: { instance: Instance }) => {
  const { public_form_id, id } = instance;
  const data = useRecordToEdit(publicInstanceRoutes.edit, { public_form_id, id }, instanceAt(instance));
  return data ? <Editing key={id} instance={data} /> : <RecordSkeleton label="Loading response" />;
};

const Editing = ({ instance }: { instance: Answer<typeof publicInstanceRoutes.edit> }) => {
  const { form, public_form_id, id, form_id } = instance;
  const params = { public_form_id, id };
  const navigate = useNavigate();
  const zone = useZone();
  const { organization } = useMember();
  const view = instanceAt(instance);
  const stored = useMemo(
    () => Object.fromEntries(answersOf(instance).map(({ field_id, value }) => [field_id, value])),
    [instance],
  );
  const [scopes] = useState(() => {
    const { created_at, updated_at, completed_at } = instance;
    const saved = { created_at, updated_at, completed_at, created_by: null, updated_by: null };
    return { administrator: null, client: null, response: responseScope(saved, organization.time_zone) };
  });
  const recordedAt = instance.created_at;
  const definition = definitionOf(form);
  const kept = keptOf(definition, stored, instance.calculation_results);
  const filling = useFilling({ form: definition, stored, organization, scopes, recordedAt, kept });
  const { save, question, isSaving, attempt, progress, conflict } = useSave(filling, {
    formNow: async () => definitionOf((await call(publicInstanceRoutes.edit, { params })).form),
    showsConflict: true,
  });
  const [lock_version, setVersion] = useState(instance.lock_version);
  const { draft, drafts } = useFillingDraft(filling, draftSubjects.publicInstance(id), {
    isTyped: () => false,
    content: () => ({ lock_version }),
    restore: (content) => setVersion(content.lock_version as number),
  });
  const submitted = showDateTime(instance.completed_at, zone);
  const submit = async () => {
    const taken = await save(async (onProgress) => {
      const { files, ...sent } = filling.sent();
      const body = { ...sent, lock_version };
      const changed = await call(
        publicInstanceRoutes.update,
        { params, body, files },
        { onProgress, drafts: draft?.keys() ?? [] },
      );
      queries.put(publicInstanceRoutes.flat, { params: { id } }, changed);
      void queries.reloadAfter(publicInstanceRoutes.update, { params });
    });
    if (!taken) return;
    draft?.over();
    flushSync(() => filling.settle());
    toast.success('Response saved');
    navigate(view, { replace: true });
  };
  return (
    <>
      <Filler
        head={{
          title: `${form.name}, ${submitted}`,
          about: places.public_forms.title,
          crumbs: [
            { label: places.public_forms.title, to: places.public_forms.at },
            { label: form.name, to: formAt(form_id) },
            { label: submitted, to: view },
            { label: 'Edit' },
          ],
          facts: [`Reference ${instance.reference}`],
        }}
        form={form}
        filling={filling}
        draft={draft}
        banner={
          <>
            {drafts}
            {conflict && (
              <Banner tone="error" action={{ label: 'Open response', to: view }}>
                Someone else changed or linked this response. Open it to see the current version.
              </Banner>
            )}
          </>
        }
        beside={<InstanceTools instance={instance} />}
        isSaving={isSaving}
        attempt={attempt}
        progress={progress}
        onSave={() => void submit()}
        onCancel={() => navigate(view)}
      />
      {question}
    </>
  );
};
