import { createContext, useContext } from 'react';

/** Says a sentence of the product in the language of the page; {0} and {1} in it stand for the values. */
export type Say = (sentence: string, ...values: (string | number)[]) => string;

/** A sentence with the values in their places. */
export const filled = (sentence: string, values: readonly (string | number)[]): string =>
  values.length === 0 ? sentence : sentence.replaceAll(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''));

/** The product speaks English. Only what strangers fill in is said in other languages. */
export const SayContext = createContext<Say>((sentence, ...values) => filled(sentence, values));

export const useSay = (): Say => useContext(SayContext);
