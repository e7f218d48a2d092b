/** Calls `action` at once and then at most every `wait` ms; a call in between is made up for at the end of the wait. */
export function throttle(action: () => void, wait: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = () => {
    action();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) {
        again = false;
        run();
      }
    }, wait);
  };
  return () => {
    if (timer) again = true;
    else run();
  };
}
