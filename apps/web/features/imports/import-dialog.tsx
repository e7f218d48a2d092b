import { useRef, useState } from 'react';
import { type ImportType, importRoutes } from '#contract/resources/imports.ts';
import { useMay } from '#web/access/account.tsx';
import { saveFile } from '#web/access/picture.ts';
import { CorrectedFile, tableFiles } from '#web/forms/corrected-file.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { CountsBar, type Findings, FirstChanges, RowsWithErrors } from '#web/forms/import-findings.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { counted } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import { columnsOf, countsInWords, type Import, isDeletion, stateOf, typesFor } from './import-types.ts';
import css from './imports.module.css';

const deletions = {
  delete_client: 'Client responses. 2 columns: Client ID, Form Response ID',
  delete_public: 'Public responses. 1 column: Form Response ID',
} as const;

const lookAgain = 1000;
const later = () => new Promise((resolve) => setTimeout(resolve, lookAgain));

/** What the whole file comes to, once it was checked; it is asked for until then, or until `isOver`. */
const checked = async ({ form_id, id }: Import, isOver: () => boolean): Promise<Import | null> => {
  const params = { form_id, id };
  await call(importRoutes.run, { params, body: { dry_run: true } });
  for (;;) {
    await later();
    if (isOver()) return null;
    const found = await call(importRoutes.show, { params });
    if (found.state !== 'enqueued') return found;
  }
};

/** Imports a download with changes, or deletes the responses that a file names: verified first, and then asked once more. */
export const ImportDialog = ({ form, onClose }: { form: FormRecord; onClose: () => void }) => {
  const types = typesFor(form, useMay());
  const [type, setType] = useState<ImportType | null>(types.find((one) => !isDeletion(one)) ?? null);
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<Import | null>(null);
  const [findings, setFindings] = useState<Findings | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const create = useWrite(importRoutes.create);
  const run = useWrite(importRoutes.run);
  // Counts each file that was chosen, so that what was asked about another one is let go.
  const turn = useRef(0);
  const isDeleting = type === null || isDeletion(type);

  const unverified = (next: { file?: File | null; type?: ImportType | null; problem?: string | null }) => {
    turn.current += 1;
    if (next.file !== undefined) setFile(next.file);
    if (next.type !== undefined) setType(next.type);
    setRead(null);
    setFindings(null);
    setProblem(next.problem ?? null);
  };
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.status === 422)
      unverified({ file: null, problem: Object.values(error.errors).flat()[0] ?? null });
    else {
      unverified({ file: null });
      failures.report(error);
    }
  };
  const verify = async (input: File, type: ImportType) => {
    setBusy(true);
    const mine = turn.current;
    const isOver = () => turn.current !== mine;
    try {
      const params = { form_id: form.id };
      const made = await create.mutateAsync({ sent: { params, body: { type }, files: { input } } });
      if (isOver()) return;
      setRead(made);
      setProblem(made.errors.input?.[0] ?? null);
      const whole = made.state === 'mapped' ? await checked(made, isOver) : null;
      if (!whole || isOver()) return;
      // What the check found is shown beside the counts, or not at all.
      const found = await call(importRoutes.findings, { params: { form_id: form.id, id: made.id } }).catch(() => null);
      if (isOver()) return;
      setFindings(found);
      setRead(whole);
    } catch (error) {
      if (!isOver()) failed(error);
    } finally {
      setBusy(false);
    }
  };
  const start = async ({ form_id, id }: Import) => {
    setBusy(true);
    try {
      await run.mutateAsync({ sent: { params: { form_id, id }, body: {} } });
      toast.success(isDeleting ? 'Deleting the responses' : 'Importing the file');
      onClose();
    } catch (error) {
      setAsked(false);
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  /** A file in the place of the one with errors, verified at once. */
  const correct = (input: File) => {
    unverified({ file: input });
    if (type) void verify(input, type);
  };
  const close = () => {
    turn.current += 1;
    onClose();
  };

  const verb = isDeleting ? 'Delete' : 'Import';
  const counts = read?.counts ?? null;
  const isReady = read?.state === 'mapped' && counts !== null && counts.failed === 0;
  return (
    <>
      <Dialog
        dirty={isBusy}
        onClose={close}
        opened
        title="Import/Delete Responses"
        width={720}
        note={
          findings === null && (read?.state === 'mapped' || read?.state === 'enqueued')
            ? `First ${read.preview.length} of ${counted(read.number_of_records ?? 0, 'row')}`
            : undefined
        }
        foot={
          <>
            <Button onClick={close}>Cancel</Button>
            {counts && counts.failed > 0 ? (
              <CorrectedFile key="correct" busy={isBusy} onChoose={correct} />
            ) : read && read.state !== 'failed' ? (
              <Button
                key="run"
                tone={isDeleting ? 'danger' : 'filled'}
                busy={isBusy}
                disabled={!isReady}
                onClick={() => setAsked(true)}
              >
                {verb}
              </Button>
            ) : (
              <Button
                key="verify"
                tone="filled"
                busy={isBusy}
                disabled={!file || !type || read !== null}
                onClick={() => file && type && void verify(file, type)}
              >
                Verify
              </Button>
            )}
          </>
        }
      >
        <div className={css.body}>
          <p className={css.state}>{form.name}</p>
          {types.some(isDeletion) && types.some((one) => !isDeletion(one)) && (
            <Segmented
              label="Action"
              options={[
                { value: 'update', label: 'Update responses' },
                { value: 'delete', label: 'Delete responses' },
              ]}
              value={isDeleting ? 'delete' : 'update'}
              onChange={(what) =>
                unverified({ type: what === 'delete' ? null : (types.find((one) => !isDeletion(one)) ?? null) })
              }
            />
          )}
          {isDeleting && (
            <RadioField
              id="type"
              label="Responses to delete"
              options={types
                .filter(isDeletion)
                .map((value) => ({ value, label: deletions[value as keyof typeof deletions] }))}
              value={type}
              onChange={(value) => unverified({ type: value as ImportType | null })}
            />
          )}
          <FileDrop
            id="input"
            label="File"
            accept={tableFiles}
            error={problem}
            help={
              isDeleting
                ? 'CSV or .xlsx, up to 25 MB, without renamed or moved columns.'
                : 'The downloaded file with your changes, without renamed or moved columns.'
            }
            files={file ? [{ key: file.name, name: file.name, size: file.size }] : []}
            onAdd={([chosen]) => chosen && unverified({ file: chosen })}
            onRemove={() => unverified({ file: null })}
          />
          {read && <WhatIsIn read={read} form={form} findings={findings} isChecking={isBusy} />}
        </div>
      </Dialog>
      {read && (
        <Confirm
          opened={isAsked}
          title={
            isDeleting
              ? `Delete ${counted(counts?.deleted ?? 0, 'response')} to ${form.name}`
              : `Import ${read.input_filename}`
          }
          verb={verb}
          danger={isDeleting}
          busy={isBusy}
          onConfirm={() => void start(read)}
          onCancel={() => setAsked(false)}
        >
          <p>
            {counts && countsInWords(counts)}. If one row fails, nothing changes. No one is notified. You and the owner
            can undo this for 30 days.
          </p>
        </Confirm>
      )}
    </>
  );
};

/** The begin of a long cell: first rows show what a file is, and more of them than one. */
const glimpse = (cell: string) => (cell.length > 60 ? `${cell.slice(0, 60).trimEnd()}…` : cell);

/** What was found in the file: its state, what the whole of it comes to, and its first rows. */
const WhatIsIn = ({
  read,
  form,
  findings,
  isChecking,
}: {
  read: Import;
  form: FormRecord;
  /** Of the check, once there was one. */
  findings: Findings | null;
  isChecking: boolean;
}) => {
  const { label, tone, icon } = stateOf({ ...read, state: read.state === 'enqueued' ? 'mapped' : read.state });
  const { counts, error_url, preview } = read;
  const columns = columnsOf(read, form);
  const isToldInstead = findings !== null && findings.errors.length + findings.changes.length > 0;
  const save = () => error_url && void saveFile(error_url, `${read.input_filename}_errors.csv`).catch(failures.report);
  return (
    <>
      <p className={css.state} role="status">
        <StatusBadge tone={tone} icon={icon}>
          {label}
        </StatusBadge>
        {counts ? countsInWords(counts) : isChecking && read.state !== 'failed' ? 'Checking every row' : null}
      </p>
      {read.errors.base?.map((one) => (
        <Banner key={one}>{one}</Banner>
      ))}
      {counts !== null && counts.failed > 0 && (
        <Banner tone="error" {...(error_url ? { action: { label: 'Error file', onClick: save } } : {})}>
          Nothing was written. Fix {counted(counts.failed, 'row')} in your file, then choose the file again.
        </Banner>
      )}
      {counts && <CountsBar counts={counts} />}
      {findings && counts && (
        <>
          <RowsWithErrors findings={findings} />
          <FirstChanges findings={findings} counts={counts} item={read.type === 'internal' ? 'Record' : 'Response'} />
        </>
      )}
      {preview.length > 0 && !isToldInstead && (
        <DataTable
          label={`First rows of ${read.input_filename} for ${form.name}`}
          compact
          cards={false}
          columns={(preview[0] ?? []).map((_, place) => ({
            key: String(place),
            title: columns[place] ?? '',
            cell: ({ cells }: { cells: string[] }) => glimpse(cells[place] ?? ''),
          }))}
          rows={preview.map((cells, index) => ({ cells, index }))}
          rowKey={({ index }) => index}
        />
      )}
    </>
  );
};
