import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { useZone } from '#web/access/account.tsx';
import { PaperAnswers, signaturesOf } from '#web/forms/paper-answers.tsx';
import { call } from '#web/kit/api.ts';
import { listName } from '#web/kit/formats.ts';
import { PaperFacts, PrintRecord } from '#web/screens/print-record.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import type { Instance } from './public-forms.ts';

/** Prints what a stranger answered. */
export const PrintInstance = ({ instance, onClose }: { instance: Instance; onClose: () => void }) => {
  const zone = useZone();
  const { public_form_id, id, reference, client, linked } = instance;
  const params = { public_form_id, id };
  const load = async () => {
    const printed = await call(publicInstanceRoutes.printed, { params });
    const pictures = await signaturesOf(printed, (file_id) =>
      call(publicInstanceRoutes.file, { params: { ...params, file_id } }),
    );
    const submitted = formatZonedDateTime(printed.completed_at, zone);
    return {
      title: printed.form_name,
      parts: (
        <>
          <PaperFacts
            facts={[
              ['Submitted', submitted],
              ['Reference', reference],
              ['Linked to', client ? listName(client) : linked ? 'A person' : 'No one'],
              [
                'Form version',
                `${printed.form_version.number}, of ${formatZonedDateTime(printed.form_version.at, zone)}`,
              ],
            ]}
          />
          <PaperAnswers printed={printed} pictures={pictures} signed={`Signed ${submitted}`} />
        </>
      ),
    };
  };
  return <PrintRecord name="response" offers={['breaks']} load={load} onClose={onClose} />;
};
