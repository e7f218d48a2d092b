import { connect } from '#web/kit/connection.ts';
import { failures } from '#web/kit/failures.ts';
import { queryClient } from '#web/kit/queries.ts';
import { toast } from '#web/ui/toast.tsx';
import { forgetDrafts } from './drafts/kept-drafts.ts';
import { calledSlug } from './host.ts';
import { reach } from './reach.ts';
import { session } from './session.ts';

connect({ ...session, organization: calledSlug, reach });

// Nothing of one session stays for the next; what is interrupted waits for the same person.
session.subscribe(() => {
  if (session.token() || session.isInterrupted()) return;
  forgetDrafts(session.ending() === 'signed out');
  queryClient.clear();
  failures.clear();
  toast.clear();
});
