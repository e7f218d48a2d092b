import { useState } from 'react';
import { useNavigate } from 'react-router';
import { organizationExportRoutes, organizationRestoreRoutes } from '#contract/resources/life-cycles.ts';
import { useZone } from '#web/access/account.tsx';
import { hostOf } from '#web/access/host.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite, write } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './as-a-whole.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { LifeCycleAction } from './life-cycle.tsx';
import type { Organization } from './organization.ts';

type Of = { organization: Organization };

/** How often it is asked how far an archive is, in milliseconds. */
const pause = 2000;
const isOpen = (state: string | undefined) => state === 'enqueued' || state === 'running';

/** The newest archive that is kept, followed while it is made. */
const useArchive = (organization_id: number) => {
  const { data } = useRouteQuery(organizationExportRoutes.list, { params: { organization_id } });
  const newest = data?.data[0];
  const { data: archive } = useRouteQuery(
    organizationExportRoutes.show,
    { params: { organization_id, id: newest?.id ?? 0 } },
    {
      enabled: newest !== undefined,
      refetchInterval: ({ state }) =>
        isOpen((state.data as { state: string } | undefined)?.state ?? newest?.state) ? pause : false,
    },
  );
  return newest && archive?.id === newest.id ? archive : undefined;
};
type Archive = NonNullable<ReturnType<typeof useArchive>>;

/** What is done with an organization as a whole: exported, restored into a new one, erased. */
export const AsAWhole = ({ organization }: Of) => {
  const archive = useArchive(organization.id);
  return (
    <>
      <Export organization={organization} archive={archive} />
      {archive?.state === 'succeeded' && <Restore organization={organization} archive={archive} />}
      <Erase organization={organization} archive={archive} />
    </>
  );
};

const Export = ({ organization: { id: organization_id }, archive }: Of & { archive: Archive | undefined }) => {
  const begin = useWrite(organizationExportRoutes.create);
  const zone = useZone();
  const isMaking = isOpen(archive?.state);
  const make = () =>
    void begin
      .mutateAsync({ sent: { params: { organization_id } } })
      .then(() => queries.reload(organizationExportRoutes.list))
      .catch(failures.report);
  // The address is good for minutes: it is asked for when it is wanted.
  const fetchIt = async (id: number) => {
    const { url } = await call(organizationExportRoutes.show, { params: { organization_id, id } });
    if (url) window.location.assign(url);
  };
  return (
    <LifeCycleAction
      title="Export everything"
      action={
        <div className={layout.buttons}>
          {archive?.url && <Button onClick={() => void fetchIt(archive.id).catch(failures.report)}>Download</Button>}
          <Button busy={begin.isPending || isMaking} onClick={make}>
            {archive ? 'Export again' : 'Export everything'}
          </Button>
        </div>
      }
    >
      {isMaking && archive ? (
        <span role="status">
          <ProgressBar label="Export" {...archive.progress} />
          {archive.progress.done.toLocaleString('en-US')} records so far. You can leave this page. The person who
          requested the export gets an email when it’s ready.
        </span>
      ) : archive?.state === 'succeeded' ? (
        `A ZIP file from ${showDateTime(archive.created_at, zone)}, kept until ${showDateTime(archive.expires_at, zone)}. ${archive.url ? '' : 'Only the person who requested it can download it.'}`
      ) : archive?.state === 'failed' ? (
        (archive.error ?? 'The export failed. Try again.')
      ) : (
        'A ZIP file with all records, files and history, without secrets. It’s kept for 7 days.'
      )}
    </LifeCycleAction>
  );
};

const Restore = ({ organization, archive }: Of & { archive: Archive }) => {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <LifeCycleAction title="Restore" action={<Button onClick={() => ask(true)}>Restore</Button>}>
        Creates a new organization from the last export. This organization doesn’t change.
      </LifeCycleAction>
      {isAsked && <RestoreDialog organization={organization} archive={archive} onClose={() => ask(false)} />}
    </>
  );
};

const typed = { autoComplete: 'off' } as const;
const address = { ...typed, spellCheck: false, mono: true } as const;
const members = 'Members who have an account are added there; others are invited.';

const RestoreDialog = ({ organization, archive, onClose }: Of & { archive: Archive; onClose: () => void }) => {
  const navigate = useNavigate();
  const form = useForm(
    { name: organization.name, slug: '', owner_email: organization.owner_email ?? '' },
    (values) => write(organizationRestoreRoutes.create, { sent: { body: { ...values, export_id: archive.id } } }),
    ({ id }) => navigate(`/admin/restores/${id}`),
  );
  const { field, values, summary, attempt } = form;
  return (
    <FormDialog title={`Restore ${organization.name}`} verb="Restore" form={form} onClose={onClose}>
      <div className={`${layout.column} ${layout.alerts} ${css.fields}`}>
        <ErrorSummary errors={summary} attempt={attempt} />
        <TextField {...field('name')} {...typed} label="Name" />
        <TextField
          {...field('slug')}
          {...address}
          label="Slug"
          help={`The address will be ${hostOf(values.slug || 'slug')}.`}
        />
        <TextField {...field('owner_email')} {...typed} label="Owner email" type="email" help={members} />
      </div>
    </FormDialog>
  );
};

const Erase = ({ organization, archive }: Of & { archive: Archive | undefined }) => {
  const [isAsked, ask] = useState(false);
  const isSuspended = organization.suspended_at !== null;
  return (
    <>
      <LifeCycleAction
        title="Erase"
        action={
          <Button tone="danger" disabled={!isSuspended} onClick={() => ask(true)}>
            Erase
          </Button>
        }
      >
        Permanently deletes all people, answers, files and history.{' '}
        {isSuspended ? 'A certificate remains.' : 'Suspend the organization first.'}
      </LifeCycleAction>
      {isAsked && <EraseDialog organization={organization} archive={archive} onClose={() => ask(false)} />}
    </>
  );
};
