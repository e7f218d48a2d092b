import { todayIn } from '#server/kit/calendar.ts';
import type { Scope, Tx } from '#server/kit/db.ts';
import { demoClients } from './clients.ts';
import { timeZone } from './clock.ts';
import { loadClients } from './load-clients.ts';
import { loadForms } from './load-forms.ts';
import { loadResponses } from './load-responses.ts';
import { loadStaff } from './load-staff.ts';
import { loadRecordPermissions } from './record-permissions.ts';
import { demoResponses } from './responses.ts';
import type { StaffKey } from './staff.ts';

/** The transaction of the loading, in which one after the other of the staff does their part. */
export type Loading = {
  tx: Tx;
  organization_id: number;
  now: Date;
  staff_ids: Record<StaffKey, number>;
  /** What is written next is this person's work in the history. */
  as: (key: StaffKey) => void;
};

/**
 * Writes the demo organisation as it would look at the moment `now`; everything lies before it. The transaction must
 * pass row-level security. Nothing else is drawn: the same day gives the same content.
 */
export const loadDemo = async (tx: Tx, enter: (scope: Scope) => void, now: Date): Promise<void> => {
  const { organization_id, staff_ids } = await loadStaff(tx, enter, now);
  const as = (key: StaffKey) => enter({ organization_id, user_id: staff_ids[key] });
  const loading = { tx, organization_id, now, staff_ids, as };
  const loaded = await loadForms(loading);
  const today = todayIn(timeZone, now);
  const clients = demoClients(today);
  const client_ids = await loadClients(loading, clients);
  await loadResponses(loading, { responses: demoResponses(clients, today), client_ids, loaded });
  await loadRecordPermissions(loading, { clients, client_ids, loaded });
};
