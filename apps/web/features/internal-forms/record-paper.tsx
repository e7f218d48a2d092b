import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { useZone } from '#web/access/account.tsx';
import { PaperAnswers, signaturesOf } from '#web/forms/paper-answers.tsx';
import { call } from '#web/kit/api.ts';
import { PaperFacts, PrintRecord } from '#web/screens/print-record.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import { type InternalRecord, titleOf } from './internal-form.ts';

/** Prints a record of an internal form. */
export const RecordPaper = ({ record, onClose }: { record: InternalRecord; onClose: () => void }) => {
  const zone = useZone();
  const { form_id, id, form_name } = record;
  const load = async () => {
    const printed = await call(internalFormRoutes.printedRecord, { params: { form_id, id } });
    const pictures = await signaturesOf(printed, (file_id) =>
      call(internalFormRoutes.recordFile, { params: { form_id, id, file_id } }),
    );
    const changed = formatZonedDateTime(printed.updated_at, zone);
    const facts: [string, string][] = [
      ['Resource', form_name],
      ['Record', String(id)],
      ['Last changed', changed],
    ];
    const answers = <PaperAnswers printed={printed} pictures={pictures} signed={`Signed by ${changed}`} />;
    return {
      title: titleOf(printed),
      parts: (
        <>
          <PaperFacts facts={facts} />
          {answers}
        </>
      ),
    };
  };
  return <PrintRecord name="record" offers={['breaks']} load={load} onClose={onClose} />;
};
