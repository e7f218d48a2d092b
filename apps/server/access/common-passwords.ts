/** A password that is found within so many attempts is refused. */
const fewGuesses = 1_000_000;

/** Rating takes more than twice as long for twice the length, and holds up everybody: the beginning tells enough. */
const rated = 32;

const open = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
};
let opened: ReturnType<typeof open> | undefined;

/**
 * Whether guessers come upon a password soon: it is one of the commonest, or made of them, of repeated signs, sequences
 * or neighbouring keys. Of a long one the beginning is looked at. The lists come with a package, and are read at the first call.
 */
export const isCommon = async (password: string): Promise<boolean> => {
  opened ??= open();
  const { guesses } = (await opened).check(password.slice(0, rated));
  return guesses < fewGuesses;
};
