import { IconKeyboard } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { IconButton } from '#web/ui/button.tsx';
import type { Places } from './palette.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

/** The palette and the sheet of keys of a shell: what opens them, and themselves while they are open. */
export const useOverlays = (places: Places): { onPalette: () => void; tools: ReactNode; overlays: ReactNode } => {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useShortcut({ keys: 'mod+K', label: 'Search or jump to' }, () => setOpen('palette'));
  useShortcut({ keys: '?', label: 'Show the keys' }, () => setOpen('keys'));
  const close = () => setOpen(null);
  return {
    onPalette: () => setOpen('palette'),
    tools: (
      <span data-keyboard>
        <IconButton label="Keyboard shortcuts" icon={IconKeyboard} onClick={() => setOpen('keys')} />
      </span>
    ),
    overlays: (
      <Suspense>
        {open === 'palette' && <Palette {...places} onClose={close} />}
        {open === 'keys' && <ShortcutSheet onClose={close} />}
      </Suspense>
    ),
  };
};
