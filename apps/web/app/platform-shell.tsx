import { screen } from '#web/parts/lazy.tsx';
import { ShellWaiting } from '#web/ui/shell.tsx';

/** The platform team's shell, which nobody else loads. */
export const PlatformShell = screen(
  'the platform',
  async () => (await import('./admin-shell.tsx')).AdminShell,
  <ShellWaiting label="Loading the platform" />,
);
