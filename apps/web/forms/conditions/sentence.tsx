import type { Sentence as Parts } from '#forms/words/condition-words.ts';
import css from './conditions.module.css';

/** A sentence on the screen: what it speaks of stands out. */
export const Sentence = ({ parts }: { parts: Parts }) => (
  <span className={css.sentence}>
    {parts.map((part, index) => (typeof part === 'string' ? part : <b key={index}>{part.strong}</b>))}
  </span>
);
