import css from './logic.module.css';
import type { Sentence as Parts } from './words.ts';

/** A sentence on the screen: what it speaks of stands out. */
export const Sentence = ({ parts }: { parts: Parts }) => (
  <span className={css.sentence}>
    {parts.map((part, index) => (typeof part === 'string' ? part : <b key={index}>{part.strong}</b>))}
  </span>
);
