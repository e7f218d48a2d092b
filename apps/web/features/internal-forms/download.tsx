import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { saveBlob } from '#web/access/picture.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { useRecord } from '#web/kit/use-record.ts';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { formAt, type InternalRecord, recordAt, titleOf } from './internal-form.ts';

type NamedFile = { filename: string };

/** What the download is called: as its file, or as the ZIP file of several. */
const filenameOf = (record: InternalRecord): string => {
  const files = record.answers
    .filter(({ id, field_type }) => id !== null && field_type === 'attachment')
    .flatMap(({ value }) => (value ?? []) as NamedFile | NamedFile[]);
  return files.length === 1 ? files[0]!.filename : `${titleOf(record)}.zip`;
};

/** The address of a record's file: saves it, and leads on to the record. */
export const Download = () => {
  const { id, record_id } = useParams();
  const navigate = useNavigate();
  const params = { form_id: Number(id), id: Number(record_id) };
  const { data } = useRecord(internalFormRoutes.showRecord, params, formAt(params.form_id));
  useEffect(() => {
    if (!data) return;
    const begun = new AbortController();
    const sent = { params: { form_id: data.form_id, id: data.id } };
    call(internalFormRoutes.download, sent, { signal: begun.signal })
      .then((file) => saveBlob(file, filenameOf(data)))
      .catch((error: unknown) => begun.signal.aborted || failures.report(error))
      .finally(() => begun.signal.aborted || navigate(recordAt(data.form_id, data.id), { replace: true }));
    return () => begun.abort();
  }, [data, navigate]);
  return <RecordSkeleton label="Loading file" />;
};
