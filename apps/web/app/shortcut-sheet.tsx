import { type Shortcut, useShortcuts } from '#web/kit/shortcuts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SingleKeys } from '#web/ui/single-keys.tsx';
import css from './shortcut-sheet.module.css';

const groups: { title: string; where: Shortcut['where'] }[] = [
  { title: 'This page', where: undefined },
  { title: 'The list', where: 'list' },
  { title: 'Everywhere', where: 'everywhere' },
];

/** Every key that does something on the present screen, and the switch for those that are pressed alone. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
  const shortcuts = useShortcuts();
  return (
    <Dialog opened title="Keyboard shortcuts" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      {groups
        .map(({ title, where }) => ({ title, keys: shortcuts.filter((one) => one.where === where) }))
        .filter(({ keys }) => keys.length > 0)
        .map(({ title, keys }) => (
          <section key={title} className={css.group} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ keys, label }) => (
                <div key={`${keys} ${label}`}>
                  <dt>{label}</dt>
                  <dd>
                    <kbd>{keys.replace('mod+', 'Ctrl ').replace('shift+', 'Shift ')}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      <SingleKeys />
    </Dialog>
  );
};
