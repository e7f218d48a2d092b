import type { Visit } from './forms/form.ts';
import { agencies, closings, missed, openings, type Topic, weekdays, words } from './note-words.ts';

/** A sentence with its blanks filled in: {name}, {agency}, {weekday}, {amount}, {count}. */
const filled = ({ draw, client }: Visit, sentence: string) =>
  sentence
    .replaceAll('{name}', client.first_name)
    .replace('{agency}', () => draw.pick(agencies))
    .replace('{weekday}', () => draw.pick(weekdays))
    .replace('{amount}', () => `$${draw.whole(4, 68) * 5}`)
    .replace('{count}', () => String(draw.whole(2, 9)));

const written = (visit: Visit, sentences: (string | false)[]) =>
  sentences
    .filter((sentence) => sentence !== false)
    .map((sentence) => filled(visit, sentence))
    .join(' ');

/** What was said and agreed, in two to five sentences. */
export const contactNote = (visit: Visit, topic: Topic | 'missed'): string => {
  const { draw } = visit;
  if (topic === 'missed') return written(visit, [draw.pick(missed.happened), draw.pick(missed.agreed)]);
  const { happened, agreed } = words[topic];
  const [first, second] = draw.some(happened, 2, 2) as [string, string];
  return written(visit, [
    draw.chance(0.65) && draw.pick(openings),
    first,
    draw.chance(0.3) && second,
    draw.pick(agreed),
    draw.chance(0.3) && draw.pick(closings),
  ]);
};

/** A line or two for colleagues. */
export const staffNote = (visit: Visit, topic: Topic): string => {
  const { draw } = visit;
  return written(visit, [draw.pick(words[topic].happened), draw.chance(0.6) && draw.pick(words[topic].agreed)]);
};
