import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';

/** What stands beside the fields of a form while it is edited: its list under a heading, and the button that adds to it. */
export const EditedPart = ({
  title,
  count,
  hint,
  add,
  children,
}: {
  title: string;
  count: number;
  /** What it is for, while there is none. */
  hint: string;
  /** `id` is that of the button. */
  add: { id: string; label: string; isOffered: boolean; onAdd: () => void };
  children: ReactNode;
}) => (
  <Section
    title={title}
    note={count || undefined}
    action={
      <Button size="small" id={add.id} icon={IconPlus} disabled={!add.isOffered} onClick={add.onAdd}>
        {add.label}
      </Button>
    }
  >
    {count === 0 && <Note>{hint}</Note>}
    {children}
  </Section>
);
