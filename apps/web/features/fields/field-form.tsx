import { useId } from 'react';
import { useNavigate, useParams } from 'react-router';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { area } from '#web/access/area.ts';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import { consequencesOf } from '#web/forms/definition/consequences.ts';
import { emptyField, type FieldRecord, valuesOf } from '#web/forms/definition/draft.ts';
import { FieldForm } from '#web/forms/definition/field-form.tsx';
import { FieldPreview } from '#web/forms/definition/field-preview.tsx';
import { labels } from '#web/forms/definition/labels.ts';
import { useFieldForm } from '#web/forms/definition/use-field-form.ts';
import { call } from '#web/kit/api.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx';
import { useRecord } from '#web/kit/use-record.ts';
import { Conflict } from '#web/screens/conflict.tsx';
import { Side } from '#web/screens/master-detail.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';

const { root, title: list, one } = area.fields;

/** Adds a field. */
export const NewField = () => <FieldScreen />;

/** Changes a field. */
export const EditField = () => {
  const id = Number(useParams().id);
  const { data: field } = useRecord(fieldRoutes.show, { id }, root);
  return field ? <FieldScreen key={id} stored={field} /> : <RecordSkeleton label="Loading field" />;
};

const FieldScreen = ({ stored }: { stored?: FieldRecord }) => {
  const formId = useId();
  const navigate = useNavigate();
  const form = useFieldForm(
    stored ? valuesOf(stored) : emptyField(),
    ({ id, name }) => {
      toast.success(`${name} saved`);
      navigate(`${root}/${id}`, { replace: true });
    },
    stored?.id,
  );
  const { saveKnowingly, question } = useChangeImpact(`Save field ${stored?.name}`, 'Save', () =>
    call(fieldRoutes.uses, { params: { id: stored?.id ?? 0 } }),
  );
  const save = () => void saveKnowingly(stored ? consequencesOf(form.initial, form.values) : [], form.submit);
  const title = stored?.name ?? `Add ${one}`;
  useTitle(form.summary.length > 0 ? 'Error' : null, title, list);
  useShortcut('mod+S', 'Save', save);
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <RecordHeader
        crumbs={[
          { label: list, to: root },
          ...(stored ? [{ label: stored.name, to: `${root}/${stored.id}` }, { label: 'Edit' }] : [{ label: title }]),
        ]}
        title={title}
      />
      <FieldForm form={form} />
      <SaveBar
        state={form.isDirty ? 'Not saved yet' : undefined}
        saving={form.isSaving}
        onCancel={() => navigate(stored ? `${root}/${stored.id}` : root)}
      />
      <Side>
        <FieldPreview values={form.values} />
      </Side>
      {question}
      <UnsavedChanges when={form.isDirty} />
      {stored && (
        <Conflict
          form={form}
          record={{ type: 'fields', id: stored.id }}
          load={async () => valuesOf(await call(fieldRoutes.show, { params: { id: stored.id } }))}
          told={labels}
        />
      )}
    </form>
  );
};
