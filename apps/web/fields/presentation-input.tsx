import { lazy, Suspense } from 'react';
import type { Field } from '#forms/field-types/field-type.ts';
import { SectionTitle } from '#web/ui/question-section.tsx';
import type { AnswerInputProps } from './answer-props.ts';
import css from './presentation-input.module.css';

const Markdown = lazy(async () => ({ default: (await import('#web/ui/markdown.tsx')).Markdown }));

/** The text that a presentation field gives to read. */
export const PresentationText = ({ field: { metadata } }: { field: Pick<Field, 'metadata'> }) =>
  typeof metadata.presentation_content === 'string' && (
    <Suspense fallback={null}>
      <Markdown>{metadata.presentation_content}</Markdown>
    </Suspense>
  );

/** A text to read between the questions, under its name. */
export const PresentationInput = ({ field, frame }: AnswerInputProps) => (
  <section className={css.section} id={frame.id}>
    <SectionTitle>{frame.label}</SectionTitle>
    <PresentationText field={field} />
  </section>
);
