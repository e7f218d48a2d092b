import type { Field } from '#forms/field-types/field-type.ts';
import { inline } from '#web/parts/lazy.tsx';
import { SectionTitle } from '#web/ui/question-section.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import css from './presentation-input.module.css';

const Markdown = inline('The text', async () => (await import('#web/ui/markdown.tsx')).Markdown);

/** The text that a presentation field gives to read. */
export const PresentationText = ({ field: { metadata } }: { field: Pick<Field, 'metadata'> }) =>
  typeof metadata.presentation_content === 'string' && <Markdown>{metadata.presentation_content}</Markdown>;

/** A text to read between the questions, under its name. */
export const PresentationInput = ({ field, frame }: AnswerInputProps) => (
  <section className={css.section} id={frame.id}>
    <SectionTitle>{frame.label}</SectionTitle>
    <PresentationText field={field} />
  </section>
);
