/** One event of a stream: its id and what it tells. */
export type StreamEvent = { id: string; data: string };

/**
 * Reads server-sent events from text that comes in pieces of any size.
 * @returns takes the next piece, and answers the events that it completed; comments are none
 */
export const eventReader = (): ((piece: string) => StreamEvent[]) => {
  let rest = '';
  return (piece) => {
    rest += piece.replaceAll('\r', '');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const textOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = textOf('data');
      return data === undefined ? [] : [{ id: textOf('id') ?? '', data }];
    });
  };
};

/** How long to wait before the next attempt, in milliseconds: longer each time, and never all browsers at once. */
export const pauseBefore = (attempt: number, chance = Math.random()): number =>
  Math.min(1000 * 2 ** attempt, 30_000) * (0.5 + chance / 2);
