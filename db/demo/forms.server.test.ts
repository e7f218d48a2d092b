import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '#forms/answers/evaluate.ts';
import { checkCalculation } from '#forms/calculations/check-calculation.ts';
import type { StoredFile } from '#forms/field-types/attachment.ts';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { checkRules } from '#forms/logic/check.ts';
import { clientScope } from '#forms/logic/scopes.ts';
import { ssnOf } from '#server/access/ssn.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Tx } from '#server/kit/db.ts';
import { storedResults, titleOf } from '#server/responses/values.ts';
import { calendar, timeZone } from './clock.ts';
import { ensureDemo } from './index.ts';
import { emptyDatabase, type Home } from './testing.ts';

const now = new Date('2026-11-21T18:00:00.000Z');

describe('the forms of the demo organization', () => {
  let home: Home;
  let organization_id: number;

  beforeAll(async () => {
    home = await emptyDatabase();
    await ensureDemo(home, { now });
    organization_id = await home.database.adminTransaction(
      async ({ tx }) =>
        (await tx.selectFrom('organizations').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()).id,
    );
  });
  afterAll(() => home.drop());

  const within = <R>(work: (tx: Tx) => Promise<R>) => home.database.inOrganization({ organization_id }, work);

  test('have responses that the rules of their forms accept, with their typed columns', async () => {
    await within(async (tx) => {
      const responses = await tx.selectFrom('responses').selectAll().execute();
      const clients = new Map((await tx.selectFrom('clients').selectAll().execute()).map((row) => [row.id, row]));
      const slots = new Map((await tx.selectFrom('response_slots').selectAll().execute()).map((row) => [row.id, row]));
      const forms = await formDefinitions(tx, organization_id, [...new Set(responses.map(({ form_id }) => form_id))]);
      expect(responses).toHaveLength(2028);
      for (const response of responses) {
        const form = forms.get(response.form_id)!;
        const given = response.answers as Record<string, unknown>;
        const client = response.client_id === null ? null : clients.get(response.client_id)!;
        const checked = evaluate(form, {
          given,
          saved: {},
          context: {
            today: todayIn(timeZone, new Date(response.completed_at)),
            ...calendar,
            now: response.completed_at,
            timeZone,
            scopes: {
              client: client && clientScope({ ...client, ssn_suffix: ssnOf(home.keys, client) }, timeZone),
              administrator: null,
              response: null,
            },
          },
        });
        expect(checked.issues).toEqual([]);
        expect(checked.answers).toEqual(given);
        expect(response.calculation_results).toEqual(JSON.parse(storedResults(form, checked).calculation_results));
        expect(response.title).toBe(client ? null : titleOf(form, given));
        const slotted = slots.get(response.id) as unknown as Record<string, unknown>;
        expect(slotted.completed_at).toBe(response.completed_at);
        for (const { field_id, slot, field_type } of form.slots) {
          const value = given[field_id] ?? null;
          expect(slotted[slot]).toEqual(value === null ? null : fieldType(field_type).slotValue(value));
        }
      }
    });
  });

  test('have fields of every type that asks no other system, one of them on several forms', async () => {
    const { types, onForms } = await within(async (tx) => ({
      types: await tx.selectFrom('fields').select('field_type').distinct().execute(),
      onForms: await sql<{ most: number }>`
        select max(number) as most from (select count(*) as number from form_fields group by field_id) uses`.execute(
        tx,
      ),
    }));
    expect(types.map(({ field_type }) => field_type).sort()).toEqual(
      fieldTypeNames.filter((name) => name !== 'search').sort(),
    );
    expect(onForms.rows[0]!.most).toBeGreaterThan(3);
  });

  test('have rules and calculations that the editors take, and results of them', async () => {
    await within(async (tx) => {
      const ids = (await tx.selectFrom('forms').select('id').execute()).map(({ id }) => id);
      const forms = [...(await formDefinitions(tx, organization_id, ids)).values()];
      const context = { today: '2026-11-21', ...calendar, now: now.toISOString(), timeZone };
      for (const form of forms) {
        expect(checkRules(form.logic, form, context)).toEqual([]);
        for (const { id, form_id, created_at, updated_at, lock_version, ...draft } of form.calculations)
          expect(checkCalculation(draft, { ...form, fields: form.form_fields, id }).issues).toEqual([]);
      }
      const types = forms.flatMap(({ logic }) => logic.flatMap(({ actions }) => actions.map(({ type }) => type)));
      expect(new Set(types)).toEqual(new Set(['show', 'hide', 'require', 'set', 'filter']));
      expect(forms.flatMap(({ calculations }) => calculations.map(({ name }) => name))).toEqual([
        'Income left after rent',
        'Days since first contact',
      ]);
      const { rows } = await sql<{ number: number }>`
        select count(*) as number from responses, jsonb_each(calculation_results) where value <> 'null'`.execute(tx);
      expect(rows[0]!.number).toBeGreaterThan(200);
    });
  });

  test('have signatures that can be shown, and picks of records that are there', async () => {
    const { files, lost } = await within(async (tx) => ({
      files: await tx
        .selectFrom('response_files')
        .innerJoin('files', 'files.id', 'response_files.file_id')
        .innerJoin('responses', 'responses.id', 'response_files.response_id')
        .selectAll('files')
        .select('answers')
        .execute(),
      lost: await sql<{ picked: number; lost: number }>`
        select count(*) as picked, count(*) filter (where records.client_id is not null or records.title is distinct from value ->> 'label') as lost
          from responses, jsonb_each(responses.answers) left join responses records on records.id = (value ->> 'record_id')::bigint
         where value ? 'record_id'`.execute(tx),
    }));
    expect(files.length).toBeGreaterThan(10);
    for (const { id, storage_key, size, answers } of files) {
      const answer = Object.values(answers as Record<string, StoredFile>).find((one) => one?.file_id === id);
      expect(answer).toMatchObject({ size, content_type: 'image/png' });
      const picture = Buffer.concat(await (await home.storage.get(storage_key)).toArray());
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect(picture).toHaveLength(size);
    }
    expect(lost.rows[0]!.lost).toBe(0);
    expect(lost.rows[0]!.picked).toBeGreaterThan(50);
  });

  test('have a sequence of client forms, an email that is switched off, and a field that is filled in', async () => {
    const { sequence, notifications, filled } = await within(async (tx) => ({
      sequence: await tx
        .selectFrom('sequence_forms')
        .innerJoin('sequences', 'sequences.id', 'sequence_id')
        .innerJoin('forms', 'forms.id', 'form_id')
        .select(['sequences.name as sequence', 'forms.name', 'form_type'])
        .orderBy('position')
        .execute(),
      notifications: await tx.selectFrom('notification_definitions').select(['name', 'active']).execute(),
      filled: await sql<{ form: string; source: string }>`
        select forms.name as form, source.name as source
          from form_fields
          join forms on forms.id = form_fields.form_id
          join form_fields there on there.id = (form_fields.settings #>> '{pre_populate,form_field_id}')::bigint
           and there.field_id = (form_fields.settings #>> '{pre_populate,field_id}')::bigint
          join forms source on source.id = there.form_id`.execute(tx),
    }));
    expect(sequence).toEqual(
      ['Housing Intake', 'Release of Information', 'Benefits Check'].map((name) => ({
        sequence: 'Intake day',
        name,
        form_type: 'client',
      })),
    );
    expect(notifications).toEqual([{ name: 'client_form_created', active: false }]);
    expect(filled.rows).toEqual([{ form: 'Benefits Check', source: 'Housing Intake' }]);
  });
});
