import { memo } from 'react';
import { saveFile } from '#web/access/picture.ts';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import { type QuestionProps, useQuestion } from './use-question.ts';

/** One question of a form. It is drawn again when its own answer or error changes, and not otherwise. */
export const Question = memo((props: QuestionProps) => (
  <AnswerInput {...useQuestion(props)} onOpenFile={({ url, filename }) => void saveFile(url, filename)} />
));
