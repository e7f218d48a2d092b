/** How often somebody is told at most, in milliseconds. */
const pace = 1000;

/** Tells no more than once a second: what comes between is left out. */
export const seldom = <A extends unknown[]>(tell: (...told: A) => void): ((...told: A) => void) => {
  let last = 0;
  return (...told) => {
    const now = performance.now();
    if (now - last < pace) return;
    last = now;
    tell(...told);
  };
};
