import { IconKeyboard } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { IconButton } from '#web/ui/button.tsx';
import type { Part } from '#web/ui/part.tsx';

type Overlay = Part<{ onClose: () => void }>;

/** The palette of an organization, and that of the platform. */
export const palettes = {
  organization: overlay('Search', async () => (await import('./organization-palette.tsx')).OrganizationPalette),
  admin: overlay('Search', async () => (await import('./admin-palette.tsx')).AdminPalette),
} satisfies Record<string, Overlay>;
const ShortcutSheet = overlay('Keyboard shortcuts', async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** What keys alone open: it is loaded ahead. */
export const overlayParts = [palettes.organization, ShortcutSheet];

/** The palette and the sheet of keys of a shell: what opens them, and themselves while they are open. */
export const useOverlays = (Palette: Overlay): { onPalette: () => void; tools: ReactNode; overlays: ReactNode } => {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useShortcut({ keys: 'mod+K', label: 'Search or jump to', where: 'everywhere' }, () => setOpen('palette'));
  useShortcut({ keys: '?', label: 'Show keyboard shortcuts', where: 'everywhere' }, () => setOpen('keys'));
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
        {open === 'palette' && <Palette onClose={close} />}
        {open === 'keys' && <ShortcutSheet onClose={close} />}
      </>
    ),
  };
};
