import { IconKeyboard } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { IconButton } from '#web/ui/button.tsx';
import type { Places } from './palette.tsx';

const Palette = overlay('Search', async () => (await import('./palette.tsx')).Palette);
const ShortcutSheet = overlay('Keyboard shortcuts', async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** What keys alone open: it is loaded ahead. */
export const overlayParts = [Palette, ShortcutSheet];

/** The palette and the sheet of keys of a shell: what opens them, and themselves while they are open. */
export const useOverlays = (places: Places): { onPalette: () => void; tools: ReactNode; overlays: ReactNode } => {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useShortcut({ keys: 'mod+K', label: 'Search or jump to', where: 'everywhere' }, () => setOpen('palette'));
  useShortcut({ keys: '?', label: 'Show the keys', where: 'everywhere' }, () => setOpen('keys'));
  const close = () => setOpen(null);
  return {
    onPalette: () => setOpen('palette'),
    tools: (
      <span data-keyboard>
        <IconButton label="Keyboard shortcuts" icon={IconKeyboard} onClick={() => setOpen('keys')} />
      </span>
    ),
    overlays: (
      <>
        {open === 'palette' && <Palette {...places} onClose={close} />}
        {open === 'keys' && <ShortcutSheet onClose={close} />}
      </>
    ),
  };
};
