import type { FocusEvent } from 'react';

let isTab = false;
if (typeof document !== 'undefined') {
  addEventListener(
    'keydown',
    ({ key }) => {
      isTab = key === 'Tab';
    },
    { capture: true },
  );
  addEventListener(
    'pointerdown',
    () => {
      isTab = false;
    },
    { capture: true },
  );
}

/** For `onFocusCapture`: keeps a tooltip shut unless somebody came to its button by Tab, rather than was brought there. */
export const onlyByTab = (event: FocusEvent): void => {
  if (!isTab) event.stopPropagation();
};
