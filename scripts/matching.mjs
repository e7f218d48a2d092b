// Which tests `npm test -- <words>` means: each word stands in the path of the file or in the title of the test, which
// begins with the titles of the describes around it. Capitals and order do not matter. Only files are opened that hold
// the words as text, so that a word which a title takes from a table of another file finds nothing.

const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const lower = (words) => words.map((word) => word.toLowerCase());

/** The words that the title has to hold, since the path does not. */
export const wordsForTitle = (words, file) => lower(words).filter((word) => !file.toLowerCase().includes(word));

/** Whether a file is worth opening: each word stands somewhere in its path or its text. */
export const mayMatch = (words, file, text) =>
  wordsForTitle(words, file).every((word) => text.toLowerCase().includes(word));

/** What a title matches that holds all words. */
export const titlePattern = (words) =>
  new RegExp(
    `^${lower(words)
      .map((word) => `(?=.*${escaped(word)})`)
      .join('')}`,
    'is',
  );
