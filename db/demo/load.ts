import { todayIn } from '#server/kit/calendar.ts';
import type { Scope, Tx } from '#server/kit/db.ts';
import type { FileStorage } from '#server/kit/files/storage.ts';
import type { Keyring } from '#server/kit/keyring.ts';
import { demoClients } from './clients.ts';
import { timeZone } from './clock.ts';
import { loadFormExtras } from './form-extras.ts';
import { forms } from './forms/all-forms.ts';
import { partners } from './forms/partners.ts';
import { interpreters, meetingRooms } from './forms/resources.ts';
import { loadClients } from './load-clients.ts';
import { loadDashboard } from './load-dashboard.ts';
import { loadForms } from './load-forms.ts';
import { loadHouseholds } from './load-households.ts';
import { loadRecords } from './load-records.ts';
import { loadReports } from './load-reports.ts';
import { loadResponses } from './load-responses.ts';
import { loadRoomRequests } from './load-room-requests.ts';
import { loadSignatures } from './load-signatures.ts';
import { loadStaff } from './load-staff.ts';
import { loadDataGroups, loadStandings } from './load-trees.ts';
import { loadRecordPermissions } from './record-permissions.ts';
import { demoResponses } from './responses.ts';
import type { StaffKey } from './staff.ts';

type Start = { enter: (scope: Scope) => void; now: Date; storage: FileStorage; keys: Keyring };

/**
 * Writes the demo organization as it would look at the moment `now`; everything lies before it. The transaction must
 * pass row-level security. Nothing else is drawn: the same day gives the same content.
 */
export const loadDemo = async (tx: Tx, { enter, now, storage, keys }: Start): Promise<void> => {
  const { organization_id, staff_ids } = await loadStaff(tx, enter, now);
  const as = (key: StaffKey) => enter({ organization_id, user_id: staff_ids[key] });
  const loading = { tx, storage, keys, organization_id, now, staff_ids, as };
  const internal = await loadForms(loading, { partners }, { form_type: 'internal' });
  const record_ids = await loadRecords(loading, partners, internal.partners);
  const loaded = await loadForms(loading, forms, { form_type: 'client', picked_from: internal.partners.id });
  await loadFormExtras(loading, loaded);
  const today = todayIn(timeZone, now);
  const data_groups = await loadDataGroups(loading);
  const clients = demoClients(today);
  const client_ids = await loadClients(loading, clients);
  await loadHouseholds(loading, { clients, client_ids });
  const responses = demoResponses(clients, today);
  const signatures = await loadSignatures(loading, responses);
  await loadResponses(loading, { responses, client_ids, loaded, record_ids, signatures });
  await loadRoomRequests(loading);
  const resources = { interpreters, meetingRooms };
  const lists = await loadForms(loading, resources, { form_type: 'internal' });
  await loadRecords(loading, interpreters, lists.interpreters);
  await loadRecords(loading, meetingRooms, lists.meetingRooms);
  await loadRecordPermissions(loading, { clients, client_ids, loaded });
  await loadDashboard(loading, await loadReports(loading, loaded));
  await loadStandings(loading, { data_groups, clients, client_ids, loaded });
};
