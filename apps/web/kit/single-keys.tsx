import { Switch } from '#web/ui/checkbox.tsx';
import { singleKeys, useSingleKeys } from './shortcuts.ts';

/** Turns keys that are pressed alone off and on. */
export const SingleKeys = () => (
  <Switch
    label="Single-key shortcuts"
    note="Turn them off where speech or a stray key sets them off"
    checked={useSingleKeys()}
    onChange={singleKeys.turn}
  />
);
