import type { Translations } from '#forms/translation/translations.ts';

const isSame = (one: Translations[string] | undefined, other: Translations[string] | undefined): boolean =>
  one?.text === other?.text && one?.original === other?.original;

/** What somebody changed here, laid over what somebody else saved meanwhile. */
export const mergedOver = (theirs: Translations, mine: { began: Translations; now: Translations }): Translations => {
  const merged = { ...theirs };
  for (const key of new Set([...Object.keys(mine.began), ...Object.keys(mine.now)])) {
    const now = mine.now[key];
    if (isSame(mine.began[key], now)) continue;
    if (now) merged[key] = now;
    else delete merged[key];
  }
  return merged;
};
