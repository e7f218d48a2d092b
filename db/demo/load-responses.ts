import type { StoredFile } from '#forms/field-types/attachment.ts';
import { clientScope } from '#forms/logic/scopes.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import type { DemoClient } from './clients.ts';
import { calendar, timeZone } from './clock.ts';
import type { FormKey } from './forms/all-forms.ts';
import { insertRows, updateRows } from './insert.ts';
import type { LoadedForm } from './load-forms.ts';
import type { LoadContext } from './loading.ts';
import type { DemoResponse } from './responses.ts';
import { staffKeys } from './staff.ts';
import { slotValues, stored } from './stored.ts';

type Content = {
  responses: DemoResponse[];
  client_ids: Map<DemoClient, number>;
  loaded: Record<FormKey, LoadedForm>;
  record_ids: Map<string, number>;
  signatures: Map<string, StoredFile>;
};

/** What was recorded: by one of the staff, some of it corrected by another, with its typed columns. */
export const loadResponses = async (
  loading: LoadContext,
  { responses, client_ids, loaded, record_ids, signatures }: Content,
): Promise<void> => {
  const { tx, organization_id, staff_ids, as } = loading;
  const definitions = await formDefinitions(
    tx,
    organization_id,
    Object.values(loaded).map(({ id }) => id),
  );
  const known = {
    'ref-picker': (label: string) => ({ record_id: record_ids.get(label), label }),
    signature: (line: string) => signatures.get(line),
  };
  const rows = responses.map((response) => {
    const { client, day, completed_at } = response;
    const form = { ...definitions.get(loaded[response.form].id)!, ...loaded[response.form] };
    const scopes = {
      client: clientScope({ ...client, active: true, dod: null }, timeZone),
      administrator: null,
      response: null,
    };
    const context = { today: day, ...calendar, now: completed_at, timeZone, scopes, known };
    return {
      ...response,
      form,
      place: { organization_id, form_id: form.id, client_id: client_ids.get(client)! },
      kept: stored(form, response.answers, context),
      corrected: response.change && stored(form, response.change.answers, context),
    };
  });

  const ids = new Map<(typeof rows)[number], number>();
  for (const key of staffKeys) {
    const recorded = rows.filter(({ administrator }) => administrator === key);
    as(key);
    const inserted = await insertRows(
      tx,
      'responses',
      recorded.map(({ place, kept, completed_at }) => ({
        ...place,
        ...kept,
        administrator_id: staff_ids[key],
        updated_by_id: staff_ids[key],
        completed_at,
        created_at: completed_at,
        updated_at: completed_at,
      })),
    );
    for (const [index, row] of recorded.entries()) ids.set(row, inserted[index]!);
  }
  for (const key of staffKeys) {
    const changed = rows.filter(({ change }) => change?.by === key);
    as(key);
    await updateRows(
      tx,
      { table: 'responses', organization_id },
      changed.map((row) => ({
        id: ids.get(row)!,
        ...row.corrected!,
        updated_by_id: staff_ids[key],
        updated_at: row.change!.at,
      })),
    );
  }
  await insertRows(
    tx,
    'response_slots',
    rows.map((row) => ({
      ...row.place,
      id: ids.get(row)!,
      completed_at: row.completed_at,
      ...slotValues(row.form, (row.corrected ?? row.kept).answers),
    })),
  );
  await insertRows(
    tx,
    'response_files',
    rows.flatMap((row) => {
      const file = signatures.get(row.answers.signature as string);
      return file ? [{ organization_id, response_id: ids.get(row)!, file_id: file.file_id }] : [];
    }),
  );
  await insertRows(
    tx,
    'record_uses',
    rows.flatMap((row) =>
      row.form.form_fields.flatMap(({ field_id, field }) => {
        const picked = (row.corrected ?? row.kept).answers[field_id] as { record_id: number } | undefined;
        return field.internal_option && picked
          ? [{ organization_id, record_id: picked.record_id, response_id: ids.get(row)!, field_id }]
          : [];
      }),
    ),
  );
};
