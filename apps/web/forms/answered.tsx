import type { z } from 'zod';
import type { clientForm } from '#contract/resources/client-forms.ts';
import { saveFile } from '#web/access/picture.ts';
import { AnswerDisplay } from '#web/fields/answer-display.tsx';
import type { StoredFile } from '#web/fields/answer-props.ts';
import { failures } from '#web/kit/failures.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Section } from '#web/ui/section.tsx';
import { CalculationResults } from './calculation-results.tsx';

type Instance = Pick<z.output<typeof clientForm>, 'answers' | 'calculation_results'>;

const openFile = ({ url, filename }: StoredFile) => saveFile(url, filename).catch(failures.report);

/** What was worked out of the answers, and the answers: the sections of a response or a record. */
export const Answered = ({
  answers,
  calculation_results,
  recorded,
}: Instance & {
  /** When it was recorded, as the last answer. */
  recorded?: string;
}) => {
  const former = answers.filter((answer) => answer.id === null);
  return (
    <>
      <CalculationResults results={calculation_results} />
      <Section title="Answers">
        <Answers
          label="Answers"
          rows={answers.filter((answer) => answer.id !== null)}
          {...(recorded ? { recorded } : {})}
        />
      </Section>
      {former.length > 0 && (
        <Section title="No longer on this form">
          <Answers label="No longer on this form" rows={former} />
        </Section>
      )}
    </>
  );
};

/** One answer as it reads; its files are saved by a press. */
export const ShownAnswer = ({ answer }: { answer: Instance['answers'][number] }) => (
  <AnswerDisplay
    type={answer.field_type}
    label={answer.name}
    value={answer.value}
    text={answer.display_value}
    onOpenFile={openFile}
  />
);

type Row = { key: string; name: string; answer: Instance['answers'][number] | string };

const Answers = ({
  label,
  rows,
  recorded,
}: {
  label: string;
  rows: Instance['answers'];
  /** When the response was recorded, as the last row. */
  recorded?: string;
}) => (
  <DataTable<Row>
    label={label}
    widthsKey="answers"
    columns={[
      { key: 'field', title: 'Field', cell: ({ name }) => name },
      {
        key: 'answer',
        title: 'Answer',
        cell: ({ answer }) => (typeof answer === 'string' ? answer : <ShownAnswer answer={answer} />),
      },
    ]}
    rows={[
      ...rows.map((answer) => ({ key: String(answer.field_id), name: answer.name, answer })),
      ...(recorded ? [{ key: 'recorded', name: 'Time Recorded', answer: recorded }] : []),
    ]}
    rowKey={({ key }) => key}
  />
);
