import { addDays } from '#forms/calendar.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { titleOf } from '#server/responses/values.ts';
import { calendar, momentAt, timeZone } from './clock.ts';
import { roomRequest, roomRequests } from './forms/room-request.ts';
import { insertRows } from './insert.ts';
import { loadForms } from './load-forms.ts';
import type { LoadContext } from './loading.ts';
import { slotValues, stored } from './stored.ts';

/** A form that anybody may fill in, and what was sent by its link. Nobody has told yet whose it is. */
export const loadRoomRequests = async (loading: LoadContext): Promise<void> => {
  const { tx, organization_id, now, as } = loading;
  const { request } = await loadForms(loading, { request: roomRequest }, { form_type: 'client' });
  const today = todayIn(timeZone, now);
  as('curtis');
  const created_at = momentAt(addDays(today, -90), 600);
  const stamps = { organization_id, created_at, updated_at: created_at };
  const [public_form_id] = await insertRows(tx, 'publish_settings', [
    {
      form_id: request.id,
      access_key: 'demo-Rm3xW8cTq6NzK1jY',
      published_at: created_at,
      time_start: '06:00 AM',
      time_end: '10:00 PM',
      dow: [],
      translate: true,
      is_active: true,
      lock_version: 1,
      ...stamps,
    },
  ]);
  const form = { ...(await formDefinitions(tx, organization_id, [request.id])).get(request.id)!, ...request };
  const rows = roomRequests.map(({ ago, language = null, answers }, index) => {
    const day = addDays(today, -ago);
    const completed_at = momentAt(day, 576 + 37 * index);
    const scopes = { client: null, administrator: null, response: null };
    const kept = stored(form, answers, { today: day, ...calendar, now: completed_at, timeZone, scopes });
    const place = { organization_id, form_id: form.id, completed_at };
    return { kept, place, language, reference: `DEM0-R00${index + 1}` };
  });
  const ids = await insertRows(
    tx,
    'responses',
    rows.map(({ kept, place, ...publicly }) => ({
      ...place,
      ...kept,
      ...publicly,
      title: titleOf(form, kept.answers),
      public_form_id: public_form_id!,
      created_at: place.completed_at,
      updated_at: place.completed_at,
    })),
  );
  await insertRows(
    tx,
    'response_slots',
    rows.map(({ kept, place }, index) => ({ ...place, id: ids[index]!, ...slotValues(form, kept.answers) })),
  );
};
