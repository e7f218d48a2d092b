import { filled, type Say } from '#web/ui/say.ts';

/** What the page says in another language, by what it says in English. {0} stands for what is filled in. */
export type Words = Readonly<Record<string, string>>;

/** A sentence of the page, as what finds the sentences that were made of it. */
const patternOf = (sentence: string): RegExp =>
  new RegExp(
    `^${sentence
      .split(/\{\d\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+?)')}$`,
    's',
  );

/**
 * Says in other words what is said in English. A sentence that is finished already, such as "Enter a number between 1
 * and 5", is said by the one that it was made of, and so is a sentence within it. What is not known stays English.
 */
export const sayingIn = (words: Words): Say => {
  // The longest first: what it leaves to fill in is the shortest.
  const patterns = Object.keys(words)
    .filter((sentence) => sentence.includes('{0}') && sentence !== '{0}: {1}')
    .toSorted((a, b) => b.length - a.length)
    .map((sentence) => ({ sentence, pattern: patternOf(sentence) }));
  const whole = (sentence: string): string => {
    if (Object.hasOwn(words, sentence)) return words[sentence] as string;
    for (const { sentence: made, pattern } of patterns) {
      const found = pattern.exec(sentence);
      if (found) return filled(words[made] as string, found.slice(1).map(whole));
    }
    return sentence;
  };
  return (sentence, ...values) => (values.length === 0 ? whole(sentence) : filled(words[sentence] ?? sentence, values));
};
