import { IconArrowBackUp, IconDownload, IconFileSpreadsheet, IconListCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { dataImportRoutes as routes } from '#contract/resources/data-imports.ts';
import { useZone } from '#web/access/account.tsx';
import { saveFile } from '#web/access/picture.ts';
import { places } from '#web/access/places.ts';
import { CorrectedFile } from '#web/forms/corrected-file.tsx';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { SideCard } from '#web/ui/side-card.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './check.module.css';
import { Check, Running, useProgress } from './check.tsx';
import { type DataImport, dataImports, hasErrors, isOpen, lookOf } from './data-import.ts';
import { ImportSteps, stepOf } from './import-steps.tsx';
import { Log } from './log.tsx';
import { Mapping } from './mapping.tsx';

const Badge = ({ of }: { of: DataImport }) => {
  const { label, tone, icon } = lookOf(of);
  return (
    <StatusBadge tone={tone} icon={icon}>
      {label}
    </StatusBadge>
  );
};

const ImportScreen = ({ record }: { record: DataImport }) => {
  const { id, state, counts, name, errors, error_url, undone_at, undo_state, lock_version } = record;
  const [openDialog, setOpenDialog] = useState<'start' | 'undo' | null>(null);
  /** Why the file that was chosen last did not take the place of this one. */
  const [refused, setRefused] = useState<string | null>(null);
  const navigate = useNavigate();
  const update = useWrite(routes.update);
  const undo = useWrite(routes.undo);
  useProgress(record);
  const say = (doing: Promise<unknown>) => void doing.catch(failures.report).finally(() => setOpenDialog(null));
  const run = (body: { state_transition?: 'enqueue'; dry_run?: true }) =>
    say(update.mutateAsync({ sent: { params: { id }, body: { ...body, lock_version } } }));
  const download = (file: 'input' | 'errors', filename: string) =>
    void saveFile(`/api/admin/imports/${id}/${file}`, filename).catch(failures.report);
  const isReady = state === 'mapped';
  const onEdit = isOpen(record) ? () => navigate(`${dataImports.at}/${id}/edit`) : undefined;
  const onLog = error_url ? () => download('errors', `${name}_errors.csv`) : null;
  /** The file in the place of this one, checked at once where its columns are those that were mapped. */
  const correct = async (input: File) => {
    setRefused(null);
    const { state, lock_version: version } = await update.mutateAsync({
      sent: { params: { id }, body: { lock_version }, files: { input } },
    });
    if (state !== 'mapped') return;
    await update.mutateAsync({ sent: { params: { id }, body: { dry_run: true, lock_version: version } } });
  };
  const onCorrected = (input: File) =>
    say(
      correct(input).catch((error: unknown) => {
        const [sentence] = error instanceof ApiError ? (error.errors.input ?? []) : [];
        if (sentence === undefined) throw error;
        setRefused(`${input.name} can’t be used. ${sentence}`);
      }),
    );
  const mayUndo = state === 'succeeded' && !undone_at && undo_state !== 'running';
  return (
    <RecordScreen
      of={dataImports}
      record={record}
      badge={<Badge of={record} />}
      facts={[
        <Link key="organization" to={`${places.organizations.at}/${record.organization_id}`}>
          {record.organization_name}
        </Link>,
        record.form_name ? `responses of ${record.form_name}` : 'people',
        record.input_filename,
        ...(record.tool ? [`from ${record.tool}`] : []),
      ]}
      {...(isOpen(record) || state === 'failed' ? {} : { edit: null })}
      buttons={
        hasErrors(record) || state === 'failed' ? (
          <CorrectedFile busy={update.isPending} onChoose={onCorrected} />
        ) : (
          isReady && (
            <Button tone="filled" icon={IconPlayerPlay} onClick={() => setOpenDialog('start')}>
              Start Import
            </Button>
          )
        )
      }
      actions={[
        ...(isReady ? [{ label: 'Check file', icon: IconListCheck, onClick: () => run({ dry_run: true }) }] : []),
        ...(onLog ? [{ label: 'Download exception log', icon: IconDownload, onClick: onLog }] : []),
        { label: 'Download file', icon: IconFileSpreadsheet, onClick: () => download('input', record.input_filename) },
        ...(mayUndo ? [{ label: 'Undo import', icon: IconArrowBackUp, onClick: () => setOpenDialog('undo') }] : []),
      ]}
      {...(state === 'enqueued' ? {} : { deleting: 'The file and its log are deleted. Imported records are kept.' })}
      note={
        <Note>
          The whole file is checked first. One error stops the import. No one is notified of imported records.
        </Note>
      }
      first={<Status of={record} />}
      dialogs={
        <>
          <Confirm
            opened={openDialog === 'start'}
            title={`Start import ${name}`}
            verb="Start Import"
            busy={update.isPending}
            onConfirm={() => run({ state_transition: 'enqueue' })}
            onCancel={() => setOpenDialog(null)}
          >
            <p>
              This imports {counted(record.number_of_records ?? 0, 'row')} of {record.input_filename} into{' '}
              {record.organization_name}. If one row fails, nothing is imported.
            </p>
          </Confirm>
          <Confirm
            danger
            busy={undo.isPending}
            opened={openDialog === 'undo'}
            verb="Undo import"
            title={`Undo import ${name}`}
            onConfirm={() => say(undo.mutateAsync({ sent: { params: { id } } }))}
            onCancel={() => setOpenDialog(null)}
          >
            <p>
              {counts && counts.created > 0 && `This deletes ${counted(counts.created, 'new record')}. `}
              {counts && counts.updated > 0 && `This restores ${counted(counts.updated, 'changed record')}. `}
              Changes made since then are kept and listed.
            </p>
          </Confirm>
        </>
      }
    >
      <div className={css.steps}>
        <ImportSteps here={stepOf(record)} onEdit={onEdit} />
      </div>
      {refused && <Banner tone="error">{refused}</Banner>}
      {errors.input?.map((one) => (
        <Banner key={one} action={{ label: 'Choose another file', to: `${dataImports.at}/${id}/edit` }}>
          {one}
        </Banner>
      ))}
      {state === 'unmapped' && !errors.input && (
        <Banner action={{ label: 'Map columns', to: `${dataImports.at}/${id}/edit` }}>
          Map the Client ID Column and another column before this import can start.
        </Banner>
      )}
      {state !== 'failed' && errors.base?.map((one) => <Banner key={one}>{one}</Banner>)}
      {state === 'enqueued' ? (
        <Running of={record} />
      ) : (
        (counts || state === 'failed') && <Check of={record} onLog={onLog} />
      )}
      <Log of={record} />
      <Mapping of={record} />
      {record.kept.length > 0 && (
        <Section title="Kept records">
          <DataTable
            rows={record.kept}
            rowKey={({ item_id }) => item_id}
            compact
            label="Changed since the import"
            columns={[
              { key: 'id', title: 'ID', cell: ({ item_id }) => item_id },
              {
                key: 'type',
                title: 'Type',
                cell: ({ item_type }) => (item_type === 'clients' ? 'Person' : 'Response'),
              },
            ]}
          />
        </Section>
      )}
    </RecordScreen>
  );
};

const Status = ({ of }: { of: DataImport }) => {
  const zone = useZone();
  const { counts, number_of_records: rows } = of;
  const figure = (value: number) => value.toLocaleString('en-US');
  return (
    <SideCard title="Status">
      <Badge of={of} />
      <Pairs
        facts={[
          { label: 'Rows', value: figure(rows ?? 0) },
          { label: 'Columns', value: figure(of.origins.length) },
          ...(counts && counts.failed > 0
            ? [
                { label: 'Rows without errors', value: figure((rows ?? 0) - counts.failed) },
                { label: 'Rows with errors', value: figure(counts.failed) },
              ]
            : []),
          ...(counts && counts.failed === 0
            ? [
                { label: 'Create', value: figure(counts.created) },
                { label: 'Update', value: figure(counts.updated) },
                { label: 'The same', value: figure(counts.unchanged) },
              ]
            : []),
          { label: 'Chosen', value: showDateTime(of.created_at, zone) },
          { label: 'By', value: of.administrator_name },
        ]}
      />
    </SideCard>
  );
};

/** One import: where it stands, what is mapped to what, and what came of it. */
export const Detail = detailOf(dataImports, ImportScreen);
