/** What may stand after `npm run keys --`. */
export type KeysCommand = { verb: 'list' | 'rotate' } | { verb: 'retire'; id: number };

export const usage = `npm run keys -- list         lists the keys and the data that each one still encrypts
npm run keys -- rotate       makes a new key and re-encrypts everything; no one is signed out
npm run keys -- retire ID    deletes a key that is no longer used`;

/** Reads the arguments; null when they are no command. */
export const readKeysCommand = (args: string[]): KeysCommand | null => {
  const [verb, id = '', ...rest] = args;
  if (rest.length > 0) return null;
  if (verb === 'retire') return /^[1-9]\d{0,8}$/.test(id) ? { verb, id: Number(id) } : null;
  return (verb === 'list' || verb === 'rotate') && args.length === 1 ? { verb } : null;
};
