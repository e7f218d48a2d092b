import { IconNote } from '@tabler/icons-react';
import { noteRoutes } from '#contract/resources/notes.ts';
import { Can } from '#web/access/account.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusNewNote } from './new-note.ts';

/** Leads to the box for a new note, for people who can write notes. */
export const NewNoteButton = () => (
  <Can do={noteRoutes.create}>
    <Button icon={IconNote} onClick={focusNewNote}>
      New note
    </Button>
  </Can>
);
