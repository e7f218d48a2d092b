import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { PaperAnswers, signaturesOf } from '#web/forms/paper-answers.tsx';
import { call } from '#web/kit/api.ts';
import { colleagueName, fullName, showLife, todayIn } from '#web/kit/formats.ts';
import { Changes } from '#web/screens/history.tsx';
import { PaperFacts, PaperPart, type PrintOptions, PrintRecord } from '#web/screens/print-record.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import type { Instance } from './form-groups.tsx';
import type { Person } from './person.ts';

/** Prints a response: every question that its rules leave, answered or not, with the texts between them. */
export const PrintResponse = ({
  person,
  response,
  onClose,
}: {
  person: Person;
  response: Instance;
  onClose: () => void;
}) => {
  const { organization } = useMember();
  const zone = useZone();
  const { client_id, id } = response;
  const load = async ({ history }: PrintOptions) => {
    const [printed, changes] = await Promise.all([
      call(clientFormRoutes.printed, { params: { client_id, id } }),
      history
        ? call(recordRoutes.versions, {
            params: { record_type: 'client_forms', record_id: id },
            query: { history: 'true' },
          })
        : null,
    ]);
    const pictures = await signaturesOf(printed, (file_id) =>
      call(clientFormRoutes.file, { params: { client_id, id, file_id } }),
    );
    const recorded = formatZonedDateTime(printed.completed_at, zone);
    const { form_version } = printed;
    return {
      title: printed.form_name,
      parts: (
        <>
          <PaperFacts
            facts={[
              ['Person', `${fullName(person)}, ID ${person.id}, ${showLife(person, todayIn(organization.time_zone))}`],
              ['Time Recorded', recorded],
              ['Recorded by', colleagueName(printed.created_by)],
              ['Form version', `${form_version.number}, of ${formatZonedDateTime(form_version.at, zone)}`],
            ]}
          />
          <PaperAnswers printed={printed} pictures={pictures} signed={`Signed for ${fullName(person)}, ${recorded}`} />
          {changes && (
            <PaperPart title="History">
              <ol>
                <Changes history={changes.history} />
              </ol>
            </PaperPart>
          )}
        </>
      ),
    };
  };
  return <PrintRecord name="response" offers={['history', 'breaks']} load={load} onClose={onClose} />;
};
