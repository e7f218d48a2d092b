import { useCallbackRef } from '@mantine/hooks';
import { type ComponentType, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { useRecordToEdit, write } from '#web/kit/use-record.ts';
import type { Crumb } from '#web/ui/breadcrumbs.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Conflict, type FieldDescriptions } from './conflict.tsx';
import { WithheldDraft } from './draft-offers.tsx';
import { type GuardedScreen, guarded } from './guarded.tsx';
import { RecordForm, type RecordFormProps } from './record-form.tsx';
import type { Resource, StoredRecord } from './resource.ts';
import type { DraftOnScreen } from './use-draft.tsx';

/** The screens that add a record and change one, each for those who may. @param Form is given the record to change */
export const editorOf = <T extends StoredRecord>(
  of: Resource<T>,
  Form: ComponentType<{ stored?: T }>,
): { New: GuardedScreen; Edit: GuardedScreen } => ({
  New: guarded(of.routes.create, () => <Form />),
  Edit: guarded(of.routes.update, () => {
    const id = Number(useParams().id);
    const stored = useRecordToEdit(of.routes.show, { id }, of.at) as T | undefined;
    if (stored) return <Form key={id} stored={stored} />;
    return (
      <>
        <RecordSkeleton label={of.loading} />
        {of.draftOf && <WithheldDraft subject={of.draftOf(id)} route={of.routes.show} params={{ id }} />}
      </>
    );
  }),
});

/** What stands around the form of a record, and where it leads. */
export const useEditing = <T extends StoredRecord>(of: Resource<T>, stored: T | undefined) => {
  const navigate = useNavigate();
  const adding = `Add ${of.one}`;
  const address = stored && `${of.at}/${stored.id}`;
  const crumbs: [Crumb, ...Crumb[]] = [
    { label: of.title, to: of.at },
    ...(stored && address ? [{ label: of.listNameOf(stored), to: address }, { label: 'Edit' }] : [{ label: adding }]),
  ];
  return {
    of,
    stored,
    title: stored ? `Edit ${of.nameOf(stored)}` : adding,
    crumbs,
    onCancel: () => navigate(address ?? of.at),
    /** Says that a record was saved, and opens it. */
    open: (saved: T, words = `${of.nameOf(saved)} saved`) => {
      toast.success(words);
      navigate(`${of.at}/${saved.id}`, { replace: true });
    },
  };
};

type Version = { lock_version: number };

type EditorOptions<T, V, C, U> = {
  /** The record to change; without it one is added. */
  stored: T | undefined;
  /** What the form of a new record begins with. */
  blank: V;
  valuesOf: (record: T) => V;
  /** What is sent: the same for both, or for each where creating takes something else than changing. */
  bodyOf:
    | ((values: V) => C & Omit<U, 'lock_version'>)
    | { create: (values: V) => C; update: (values: V) => Omit<U, 'lock_version'> };
  /** The files among the values. */
  filesOf?: (values: V) => Record<string, File>;
  /** What else is written once the record is there. */
  andThen?: (saved: T, values: V) => Promise<unknown>;
  /** Where what is typed is kept until it is saved. */
  draft?: DraftOnScreen | null;
  /** What the toast says, where it is not "… saved". */
  wordsOf?: (saved: T) => string;
};

/**
 * The form of a resource: creates once however often it is tried, or changes what was read, and then opens the record.
 * What it returns is for `Editor`.
 */
export const useEditor = <T extends StoredRecord, L, C, U, V extends object>(
  of: Resource<T, L, C, U>,
  { stored, blank, valuesOf, bodyOf, filesOf, andThen, wordsOf, draft = null }: EditorOptions<T, V, C, U>,
) => {
  const { open, ...frame } = useEditing<T>(of, stored);
  const keyFor = useIdempotencyKey();
  const bodies = typeof bodyOf === 'function' ? { create: bodyOf, update: bodyOf } : bodyOf;
  const startOf = (record: T): V & Version => ({ ...valuesOf(record), lock_version: record.lock_version });
  const send = (values: V, lock_version: number, idempotencyKey: string) => {
    const files = filesOf?.(values) ?? {};
    const drafts = draft?.keys() ?? [];
    return stored
      ? write<RouteSpec>(of.routes.update, {
          sent: {
            params: { id: stored.id },
            body: { ...bodies.update(values), lock_version },
            files,
          } as unknown as RequestInput<RouteSpec>,
          drafts,
        })
      : write<RouteSpec>(of.routes.create, {
          sent: { body: bodies.create(values), files } as unknown as RequestInput<RouteSpec>,
          idempotencyKey,
          drafts,
        });
  };
  const form = useForm<V & Version, T>(
    stored ? startOf(stored) : { ...blank, lock_version: 0 },
    async (values) => {
      const { lock_version, ...rest } = values;
      const saved = (await send(rest as unknown as V, lock_version, keyFor(values))) as unknown as T;
      await andThen?.(saved, values);
      return saved;
    },
    {
      saved: (saved) => {
        draft?.over();
        open(saved, wordsOf?.(saved));
      },
      showsConflict: stored !== undefined,
    },
  );
  const { values, isDirty } = form;
  const typed = useCallbackRef(() => draft?.typed());
  // biome-ignore lint/correctness/useExhaustiveDependencies: values tell that something was typed.
  useEffect(() => {
    if (isDirty) typed();
  }, [values, isDirty, typed]);
  return { ...frame, form, startOf, draft };
};

type EditorProps<T extends StoredRecord, V extends object> = Omit<RecordFormProps, 'form'> & {
  form: Form<V>;
  of: Resource<T>;
  stored: T | undefined;
  /** What the form of a stored record begins with. */
  startOf: (record: T) => V;
  /** How the values are told to people when somebody else changed them meanwhile. */
  labels?: FieldDescriptions<V>;
};

/** The screen of a form, and what it shows when somebody else saved the record meanwhile. */
export const Editor = <T extends StoredRecord, V extends object>({
  of,
  stored,
  startOf,
  labels = {},
  children,
  ...frame
}: EditorProps<T, V>) => {
  const { form } = frame;
  const load = async () =>
    startOf(
      (await call<RouteSpec>(of.routes.show, {
        params: { id: stored?.id },
      } as RequestInput<RouteSpec>)) as unknown as T,
    );
  return (
    <RecordForm {...frame}>
      {children}
      {stored &&
        (of.type ? (
          <Conflict form={form} record={{ type: of.type, id: stored.id }} load={load} labels={labels} />
        ) : (
          <SavedMeanwhile form={form} noun={of.noun} load={load} />
        ))}
    </RecordForm>
  );
};

/** The same where no history tells who it was. */
const SavedMeanwhile = <V extends object>({
  form,
  noun,
  load,
}: {
  form: Form<V>;
  noun: string;
  load: () => Promise<V>;
}) => (
  <Confirm
    opened={form.conflict !== null}
    title="Someone else changed this"
    verb="Load theirs"
    onConfirm={async () => form.reset(await load())}
    onCancel={form.clearConflict}
  >
    <p>{form.conflict?.base?.join(' ')}</p>
    <p>{`Someone else saved this ${noun} while you were editing. If you load their version, you’ll lose your changes.`}</p>
  </Confirm>
);
