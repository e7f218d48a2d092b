import { flushSync } from 'react-dom';
import { entityLabels, type RecordAction, recordActions } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import type { GrantableType } from '#contract/record-types.ts';
import { recordTypes } from '#contract/record-types.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { useLeaving } from '#web/access/leaving.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { capital, counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Dialog, VerbFoot } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary, focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { type AccessRecord, listed, nounOfType } from './access-record.ts';
import { useMay } from './account.tsx';
import { AddPrincipal } from './add-principal.tsx';
import { GrantTable } from './grant-table.tsx';
import {
  type Edits,
  edited,
  type Grant,
  type GrantRow,
  restrictionOf,
  rowsOf,
  stays,
  warningOf,
  withAction,
  withAdded,
} from './grants.ts';
import { useLackingForms } from './lacking-forms.ts';
import css from './record-permissions.module.css';

const RecordAccess = overlay('Who can see this?', async () => (await import('./record-access.tsx')).RecordAccess);

const adding = 'add-user-or-group';

/** Who sees a record to which nobody was given access of their own. */
const anyway = (type: GrantableType): string => {
  const entity = entityLabels[recordTypes[type].entity];
  return type === 'client_forms'
    ? `No one is listed here. The owner and everyone who can read ${entity} and see the person can see this response, unless its form is restricted.`
    : `No one is listed here. The owner and everyone whose permission groups can read ${entity} can see this ${nounOfType(type)}.`;
};

/** A failure as the dialog shows it, above the list: with the name of whom it is about. Only a 401 leads away. */
const inDialog = (error: unknown, sent: Grant[], isRestricted: boolean): unknown => {
  if (!(error instanceof ApiError) || error.status === 401) return error;
  if (error.status === 403)
    return new ApiError(422, {
      base: [
        problems.forbidden.message,
        isRestricted
          ? 'Only the owner of the organization, or someone listed here with Write, can change access to the answers.'
          : 'You can only give permissions that you have yourself.',
      ],
    });
  if (error.status !== 422) return new ApiError(422, { base: Object.values(error.errors).flat() });
  const told = Object.entries(error.errors).map(([path, messages]) => {
    const grant = sent[Number(/^record_permissions\.(\d+)/.exec(path)?.[1])];
    return grant ? messages.map((message) => `${grant.name}: ${message}`) : messages;
  });
  return new ApiError(422, { [adding]: told.flat() });
};

type Values = { edits: Edits /** Null until it is set here. */; restricted: boolean | null };

const useGrants = ({ type, id }: AccessRecord) => {
  const params = { record_type: type, record_id: id };
  const loaded = useRouteQuery(recordRoutes.recordPermissions, { params }, { gcTime: 0 });
  const { mutateAsync } = useWrite(recordRoutes.setRecordPermissions);
  const save = async ({ edits, restricted }: Values) => {
    let sent: Grant[] = [];
    try {
      // Somebody else may have changed the list meanwhile; theirs stays, where it was not changed here too.
      const now = await call(recordRoutes.recordPermissions, { params });
      const rows = rowsOf(now.data, edits);
      sent = rows.filter(stays);
      const becomes = restrictionOf({ was: now.restricted, chosen: restricted }, now.data, rows)?.becomes;
      const record_permissions = sent.map(({ permissionable_type, permissionable_id, privileges }) => ({
        permissionable_type,
        permissionable_id,
        privileges,
      }));
      return await mutateAsync({ sent: { params, body: { record_permissions, restricted: becomes } } });
    } catch (error) {
      throw inDialog(error, sent, loaded.data?.restricted === true);
    }
  };
  return { loaded: loaded.data, hasFailed: loaded.isError, retry: () => void loaded.refetch(), save };
};

/** What the switch touches: "12 responses about 9 people." */
const touched = ({ response_count = 0, client_count = 0 }: { response_count?: number; client_count?: number }) =>
  response_count === 0
    ? 'This affects no responses that you can see.'
    : `This affects ${counted(response_count, 'response')} about ${counted(client_count, 'person', 'people')} that you can see.`;

/** Who was given a record: held here until Save, which replaces the list. */
export const RecordPermissions = ({ record, onClose }: { record: AccessRecord; onClose: () => void }) => {
  const { type, id, name } = record;
  const may = useMay();
  const { loaded, hasFailed, retry, save } = useGrants(record);
  const given = loaded?.data;
  const readers = useOpened<'access'>();
  const form = useForm({ edits: {}, restricted: null } as Values, save, () => {
    toast.success('Permissions saved');
    onClose();
  });
  const rows = rowsOf(given ?? [], form.values.edits);
  const restriction = restrictionOf({ was: loaded?.restricted, chosen: form.values.restricted }, given ?? [], rows);
  const isOtherwise = restriction !== undefined && restriction.was !== restriction.becomes;
  const changes = rows.filter(({ state }) => state !== 'same').length + (isOtherwise ? 1 : 0);
  const isDirty = changes > 0;
  const { leave, question } = useLeaving(isDirty);
  const lackingForms = useLackingForms(type === 'sequences' ? id : null, rows);
  const warning = given ? warningOf(type, rows, restriction) : null;
  const mayGive = (action: RecordAction) => may({ entity: recordTypes[type].entity, action, on: 'record' }, id);
  const lacking = recordActions.filter((action) => !mayGive(action));

  const take = (edits: Edits) => {
    form.setErrors({});
    form.set('edits', edits);
  };
  const edit = (row: GrantRow, change: Partial<Edits[string]>) =>
    flushSync(() => take(edited(form.values.edits, row, change)));
  const remove = (row: GrantRow, isRemoved: boolean) => {
    edit(row, { isRemoved });
    // The button that was pressed has given way to another, or the row is gone.
    const next = document.getElementById(row.key)?.closest('tr')?.querySelector('button');
    if (next) next.focus();
    else focusField(adding);
  };
  const submit = () => {
    if (!isDirty) return onClose();
    const blank = rows.filter((row) => stays(row) && row.privileges.length === 0);
    if (blank.length > 0)
      form.setErrors(
        Object.fromEntries(
          blank.map((row) => [row.key, [`Select permissions for ${row.name}, or remove them from the list`]]),
        ),
      );
    else void form.submit();
  };
  return (
    <Dialog
      opened
      title="Manage permissions"
      width={720}
      dirty={isDirty || readers.opened !== null}
      onClose={() => leave(onClose)}
      note={isDirty ? `${counted(changes, 'change')}, not saved yet` : ''}
      foot={
        <VerbFoot onClose={() => leave(onClose)} verb="Save" disabled={!given} busy={form.isSaving} onClick={submit} />
      }
    >
      <div className={`${layout.column} ${layout.alerts} ${css.body}`}>
        <Note>{name}</Note>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        {hasFailed && !given && <LoadFailed onRetry={retry} />}
        {!given && !hasFailed && <AreaSkeleton label="Loading permissions" height={120} />}
        {loaded && given && (
          <>
            <div className={layout.row}>
              {loaded.answer_reader_count === undefined ? (
                `${counted(loaded.reader_count, 'user')} can see this ${nounOfType(type)}, including through groups.`
              ) : (
                <div>
                  <p>{`Questions: ${counted(loaded.reader_count, 'user')} can see them, including through groups.`}</p>
                  <p>{`Answers: ${counted(loaded.answer_reader_count, 'user')} can read them, including through groups.`}</p>
                </div>
              )}
              <Button size="small" tone="subtle" onClick={() => readers.open('access')}>
                See who
              </Button>
            </div>
            <AddPrincipal
              id={adding}
              taken={rows.filter(stays).map(({ key }) => key)}
              onAdd={(principal) => take(withAdded(form.values.edits, rows, principal))}
            />
            <div className={css.warning} role="status">
              {warning && <Banner>{[warning, ...lackingForms].join(' ')}</Banner>}
            </div>
            {rows.length > 0 ? (
              <GrantTable
                rows={rows}
                error={form.error}
                mayGive={mayGive}
                onTick={(row, action, isTicked) =>
                  edit(row, { privileges: withAction(row.privileges, action, isTicked) })
                }
                onRemove={remove}
              />
            ) : (
              <Note>{anyway(type)}</Note>
            )}
            {restriction && rows.some(stays) && (
              <Switch
                label="Only the people and groups listed here can open its answers"
                note={`${touched(loaded)} Here, Write lets people change answers, and Remove lets them delete answers.`}
                checked={restriction.becomes}
                onChange={(restricted) => {
                  form.setErrors({});
                  form.set('restricted', restricted);
                }}
              />
            )}
            {rows.length > 0 && lacking.length > 0 && (
              <p className={css.hint}>
                You can’t give {listed(lacking.map(capital), 'or')}, because you don’t have that permission on this{' '}
                {nounOfType(type)}. Permissions that others gave are kept.
              </p>
            )}
          </>
        )}
      </div>
      {question}
      {readers.opened && <RecordAccess record={record} onClose={readers.close} />}
    </Dialog>
  );
};
