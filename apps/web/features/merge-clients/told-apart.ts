/** Those from whom a change told a person apart. */
export const toldApart = (change: Record<string, [unknown, unknown]>): number[] =>
  Object.entries(change).flatMap(([key, [, is]]) => {
    const [, other] = /^distinct_from\.(\d+)$/.exec(key) ?? [];
    return other && is !== null ? [Number(other)] : [];
  });
