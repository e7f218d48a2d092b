import { useShortcuts } from '#web/kit/shortcuts.ts';
import { Button } from '#web/ui/button.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Every key that does something on the present screen. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened title="Keyboard shortcuts" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
    <Pairs
      facts={useShortcuts().map(({ keys, label }) => ({ label, value: <kbd>{keys.replace('mod+', 'Ctrl ')}</kbd> }))}
    />
  </Dialog>
);
