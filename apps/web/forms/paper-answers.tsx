import type { z } from 'zod';
import type { calculationResult } from '#contract/resources/calculations.ts';
import type { printedParts } from '#contract/resources/client-forms.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { PaperFacts, PaperPart, PaperTable } from '#web/screens/print-record.tsx';
import { Markdown } from '#web/ui/markdown.tsx';

type PrintedResponse = Pick<z.output<typeof printedParts>, 'parts'> & {
  calculation_results: z.output<typeof calculationResult>[];
};
type Part = PrintedResponse['parts'][number];

const noAnswer = '(no answer)';

/** A picture that is a part of its page. */
const within = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** The pictures of the signatures of a response, by the ids of their files. @param load fetches one of its files */
export const signaturesOf = async ({ parts }: PrintedResponse, load: (file_id: number) => Promise<Blob>) => {
  const files = parts.filter((one) => one.field_type === 'signature').flatMap(({ value }) => filesOf(value));
  const pictures = await Promise.all(
    files.map(async ({ file_id }) => [file_id, await within(await load(file_id))] as const),
  );
  return new Map(pictures);
};

/**
 * A response on paper: its results, and every question that its rules leave, answered or not, with the texts between them.
 * @param signed what stands below a signature
 */
export const PaperAnswers = ({
  printed: { parts, calculation_results },
  pictures,
  signed,
}: {
  printed: PrintedResponse;
  pictures: ReadonlyMap<number, string>;
  signed: string;
}) => {
  const answerOf = ({ field_type, name, value, display_value }: Part) => {
    const picture = field_type === 'signature' && pictures.get(filesOf(value)[0]?.file_id ?? 0);
    if (!picture) return display_value || noAnswer;
    return (
      <>
        <img src={picture} alt={`${name}, signature`} />
        <br />
        {signed}
      </>
    );
  };
  return (
    <>
      {calculation_results.length > 0 && (
        <PaperPart title="Results">
          <PaperFacts
            facts={calculation_results.map(({ name, display_value }) => [name, display_value || noAnswer] as const)}
          />
        </PaperPart>
      )}
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
    </>
  );
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
