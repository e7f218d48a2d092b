import { connect } from '#web/kit/connection.ts';
import { failures } from '#web/kit/failures.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { toast } from '#web/ui/toast.tsx';
import { calledSlug } from './host.ts';
import { reach } from './reach.ts';
import { session } from './session.ts';

connect({ ...session, organization: calledSlug, reach });

// Nothing of one session stays for the next; what is interrupted waits for the same person. Drafts see to it themselves
// (kept-drafts.ts), once they are loaded.
session.subscribe(() => {
  if (!session.isOver()) return;
  queryClient.clear();
  failures.clear();
  toast.clear();
});
