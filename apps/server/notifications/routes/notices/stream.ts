/** A stream of server-sent events to one reader. What is told while the last is not taken yet takes its place. */
export type Stream = AsyncIterable<Uint8Array> & {
  tell: (event: { id: number; name: string; state: unknown }) => void;
  /** Says nothing, so that whatever stands between does not take the connection for dead. */
  beat: () => void;
  /** Ends it, once what was told is taken. */
  end: () => void;
};

const bytes = new TextEncoder();
const silence = bytes.encode(':\n\n');

type StreamChunk = IteratorResult<Uint8Array, undefined>;

/** @param closed called once, when the reader is gone or the stream was ended */
export const openStream = (closed: () => void): Stream => {
  let waiting: Uint8Array | null = null;
  let taker: ((taken: StreamChunk) => void) | null = null;
  let isOver = false;

  const give = () => {
    if (!taker || !(waiting || isOver)) return;
    const take = taker;
    taker = null;
    const value = waiting;
    waiting = null;
    take(value ? { value, done: false } : { value: undefined, done: true });
  };
  const over = () => {
    if (isOver) return;
    isOver = true;
    closed();
  };
  const put = (chunk: Uint8Array) => {
    if (isOver) return;
    waiting = chunk;
    give();
  };
  return {
    tell: ({ id, name, state }) => put(bytes.encode(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(state)}\n\n`)),
    beat: () => {
      if (!waiting) put(silence);
    },
    end: () => {
      over();
      give();
    },
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<StreamChunk>((resolve) => {
          taker = resolve;
          give();
        }),
      return: async () => {
        over();
        waiting = null;
        give();
        return { value: undefined, done: true };
      },
    }),
  };
};
