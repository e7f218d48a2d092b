import { type Answers, evaluate } from '#forms/answers/evaluate.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import type { DemoClient } from './clients.ts';
import { timeZone } from './clock.ts';
import type { FormKey } from './forms/all-forms.ts';
import { insertRows, updateRows } from './insert.ts';
import type { Loading } from './load.ts';
import type { LoadedForm } from './load-forms.ts';
import type { DemoResponse } from './responses.ts';
import { staffKeys } from './staff.ts';

type Content = {
  responses: DemoResponse[];
  client_ids: Map<DemoClient, number>;
  loaded: Record<FormKey, LoadedForm>;
};

type Form = FormDefinition & LoadedForm;

/** What was recorded: by one of the staff, some of it corrected by another, with its typed columns. */
export const loadResponses = async (loading: Loading, { responses, client_ids, loaded }: Content): Promise<void> => {
  const { tx, organization_id, staff_ids, as } = loading;
  const definitions = await formDefinitions(
    tx,
    organization_id,
    Object.values(loaded).map(({ id }) => id),
  );
  const rows = responses.map((response) => {
    const form = { ...definitions.get(loaded[response.form].id)!, ...loaded[response.form] };
    return {
      ...response,
      slots: form.slots,
      place: { organization_id, form_id: form.id, client_id: client_ids.get(response.client)! },
      answers: stored(form, response, response.answers),
      corrected: response.change && stored(form, response, response.change.answers),
    };
  });

  const ids = new Map<(typeof rows)[number], number>();
  for (const key of staffKeys) {
    const recorded = rows.filter(({ administrator }) => administrator === key);
    as(key);
    const inserted = await insertRows(
      tx,
      'responses',
      recorded.map(({ place, answers, completed_at }) => ({
        ...place,
        administrator_id: staff_ids[key],
        updated_by_id: staff_ids[key],
        answers,
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
        answers: row.corrected,
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
      ...slotValues(row.slots, row.corrected ?? row.answers),
    })),
  );
};

/** Makes named answers into those that a response keeps, by the rules of its form; throws when they break one. */
const stored = (form: Form, { day, completed_at }: DemoResponse, named: Record<string, unknown>): Answers => {
  const given = Object.fromEntries(Object.entries(named).map(([entry, value]) => [form.field_ids[entry], value]));
  const { answers, issues } = evaluate(form, given, {}, { today: day, now: completed_at, timeZone });
  if (issues.length)
    throw new Error(`${form.name}: ${issues.map(({ path, message }) => `${path} ${message}`).join(', ')}`);
  return answers;
};

/** What the typed columns of a form hold for some answers. */
const slotValues = (slots: Form['slots'], answers: Answers) =>
  Object.fromEntries(
    slots.flatMap(({ field_id, slot, field_type }) => {
      const value = answers[field_id];
      return value === undefined ? [] : [[slot, fieldType(field_type).slotValue(value)]];
    }),
  );
