import type { Answer } from '#contract/kit/route.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { useMember, useZone } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { colleagueName, fullName, showDateTime, showLife, todayIn } from '#web/kit/formats.ts';
import { Changes } from '#web/screens/history.tsx';
import { PaperFacts, PaperPart, PaperTable, type PrintOptions, PrintRecord } from '#web/screens/print-record.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import type { Instance } from './form-groups.tsx';
import type { Person } from './person.ts';

type Printed = Answer<typeof clientFormRoutes.printed>;
type Part = Printed['parts'][number];

const noAnswer = '(no answer)';

/** A picture that is a part of its page. */
const within = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** The pictures of the signatures, by the id of their file. */
const signaturesOf = async ({ client_id, id, parts }: Printed) => {
  const files = parts.filter((one) => one.field_type === 'signature').flatMap(({ value }) => filesOf(value));
  const pictures = await Promise.all(
    files.map(async ({ file_id }) => {
      const picture = await call(clientFormRoutes.file, { params: { client_id, id, file_id } });
      return [file_id, await within(picture)] as const;
    }),
  );
  return new Map(pictures);
};

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
    const pictures = await signaturesOf(printed);
    const recorded = showDateTime(printed.completed_at, zone);
    const answerOf = ({ field_type, name, value, display_value }: Part) => {
      const picture = field_type === 'signature' && pictures.get(filesOf(value)[0]?.file_id ?? 0);
      if (!picture) return display_value || noAnswer;
      return (
        <>
          <img src={picture} alt={`${name}, signature`} />
          <br />
          {`Signed for ${fullName(person)}, ${recorded}`}
        </>
      );
    };
    const { form_version, parts, calculation_results } = printed;
    return {
      title: printed.form_name,
      parts: (
        <>
          <PaperFacts
            facts={[
              ['Person', `${fullName(person)}, ID ${person.id}, ${showLife(person, todayIn(organization.time_zone))}`],
              ['Time Recorded', recorded],
              ['Recorded by', colleagueName(printed.created_by)],
              ['Version of the form', `${form_version.number}, of ${showDateTime(form_version.at, zone)}`],
            ]}
          />
          {blocksOf(parts).map(({ text, answers }, index) => (
            <PaperPart key={index} title={text?.name ?? 'Answers'}>
              {text?.content && <Markdown>{text.content}</Markdown>}
              {answers.length > 0 && (
                <PaperTable
                  heads={['Field', 'Answer']}
                  rows={answers.map((part) => [part.name, answerOf(part)])}
                  nothing=""
                />
              )}
            </PaperPart>
          ))}
          {calculation_results.length > 0 && (
            <PaperPart title="Results">
              <PaperTable
                heads={['Result', 'Value']}
                rows={calculation_results.map(({ name, display_value }) => [name, display_value || noAnswer])}
                nothing=""
              />
            </PaperPart>
          )}
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

type Block = { text: Part | null; answers: Part[] };

/** Each text with the questions that follow it; before the first one there may be some without. */
const blocksOf = (parts: readonly Part[]): Block[] => {
  const blocks: Block[] = [];
  for (const part of parts) {
    const last = blocks.at(-1);
    if (part.field_type === 'presentation') blocks.push({ text: part, answers: [] });
    else if (last) last.answers.push(part);
    else blocks.push({ text: null, answers: [part] });
  }
  return blocks;
};
