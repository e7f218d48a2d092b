import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { compiledForm } from '#forms/logic/compile.ts';
import { organizationWith } from '#server/access/members.ts';
import { evaluationContext } from '#server/forms/context.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Job, Run } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import { among, type Row } from '#server/kit/rows.ts';
import { storeResults } from '#server/responses/rows.ts';
import { noEffects, writeResponses } from '#server/responses/store.ts';
import type { Jobs } from '#server/schema/background-work.ts';
import { type FormDefinition, formDefinitions } from '../definitions.ts';
import { recalculated, withMissing } from '../recalculated.ts';
import { newestRecalculation } from '../recalculations.ts';
import { inBatches } from './in-batches.ts';

type Response = Row<'responses'>;
type Recalculation = Row<'recalculations'>;
type Place = { tx: Tx; keys: JobServices['keys']; organization_id: number };

/** What a batch works with. Rules that ask who is signed in find nobody, before and after. */
const contextOf = async ({ tx, keys, organization_id }: Place) => ({
  tx,
  keys,
  caller: { organization: await organizationWith(tx, organization_id), person: null },
});
type BatchContext = Awaited<ReturnType<typeof contextOf>>;

const definitionOf = async (tx: Tx, organization_id: number, form_id: number): Promise<FormDefinition | undefined> =>
  (await formDefinitions(tx, organization_id, [form_id])).get(form_id);

const rowsOf = (tx: Tx, ids: readonly number[]): Promise<Response[]> =>
  tx
    .selectFrom('responses')
    .selectAll()
    .select(sql<string>`completed_at::text`.as('completed_at'))
    .where('id', '=', among(ids))
    .orderBy('id')
    .execute();

/** The people of responses, where the rules of the form ask for them. */
const peopleOf = async (tx: Tx, form: FormDefinition, rows: readonly Response[]) => {
  if (!compiledForm(form).scopes.has('client')) return new Map<number, Row<'clients'>>();
  const ids = rows.flatMap(({ client_id }) => client_id ?? []);
  const people = await tx.selectFrom('clients').selectAll().where('id', '=', among(ids)).execute();
  return new Map(people.map((one) => [one.id, one]));
};

/** Gives responses other answers, as rules set them, and tells nobody. */
const writeAnswers = async (
  context: BatchContext,
  form: FormDefinition,
  changes: readonly { row: Response; answers: Response['answers'] }[],
): Promise<void> => {
  const writes = changes.map(({ row, answers }) => ({
    before: row,
    client_id: row.client_id,
    answers,
    calculations: new Map(),
    completed_at: undefined,
  }));
  await writeResponses(context, { form, writes }, { effects: noEffects });
};

/** The newest recalculation of its form, by its ID; undefined where there is a newer one, or the form is gone. */
const newest = async (
  tx: Tx,
  { form_id, recalculation_id }: Jobs['recalculate'],
): Promise<Recalculation | undefined> => {
  const row = await newestRecalculation(tx, form_id);
  return row?.id === recalculation_id ? row : undefined;
};

/** Recalculates a batch: results, and what rules set by them. What was there before is kept beside it. */
const recalculate = async (
  place: Place,
  form: FormDefinition,
  { recalculation, ids }: { recalculation: Recalculation; ids: number[] },
) => {
  const { tx, organization_id } = place;
  const context = await contextOf(place);
  const rows = (await rowsOf(tx, ids)).filter(
    ({ replaced_results }) => replaced_results?.recalculation_id !== recalculation.id,
  );
  const people = await peopleOf(tx, form, rows);
  const chosen = new Set(recalculation.calculation_ids);
  const changes = rows.flatMap((row) => {
    const client = row.client_id === null ? null : (people.get(row.client_id) ?? null);
    const next = recalculated(form, row, { ids: chosen, context: evaluationContext(context, client, row) });
    const { calculation_results, result_versions, answers } = next;
    const isSame =
      isDeepStrictEqual(calculation_results, row.calculation_results) &&
      isDeepStrictEqual(result_versions, row.result_versions) &&
      isDeepStrictEqual(answers, row.answers);
    return isSame ? [] : [{ row, ...next }];
  });
  await writeAnswers(
    context,
    form,
    changes.filter(({ row, answers }) => !isDeepStrictEqual(answers, row.answers)),
  );
  await storeResults(
    { tx, organization_id },
    changes.map(({ row, answers, calculation_results, result_versions }) => {
      const differing = [...chosen].filter(
        (id) => (row.calculation_results[id] ?? null) !== (calculation_results[id] ?? null),
      );
      const keys = new Set([...Object.keys(row.answers), ...Object.keys(answers)]);
      const others = [...keys].filter((id) => !isDeepStrictEqual(row.answers[id], answers[id]));
      return {
        id: row.id,
        calculation_results,
        result_versions,
        replaced_results: {
          recalculation_id: recalculation.id,
          results: row.calculation_results,
          versions: row.result_versions,
          answers: Object.fromEntries(others.map((id) => [id, row.answers[id] ?? null])),
          is_changed: differing.length > 0,
          is_blank: differing.some((id) => (calculation_results[id] ?? null) === null),
        },
      };
    }),
  );
};

/** Puts back what a recalculation replaced in a batch. What was changed since has nothing to put back. */
const putBack = async (
  place: Place,
  form: FormDefinition,
  { recalculation, ids }: { recalculation: Recalculation; ids: number[] },
) => {
  const { tx, organization_id } = place;
  const context = await contextOf(place);
  const rows = await rowsOf(tx, ids);
  const changes = rows.flatMap((row) => {
    const replaced = row.replaced_results;
    if (replaced?.recalculation_id !== recalculation.id) return [];
    const laid = { ...row.answers, ...replaced.answers };
    const answers = Object.fromEntries(Object.entries(laid).filter(([, value]) => value !== null));
    return [{ row, answers, replaced }];
  });
  await writeAnswers(
    context,
    form,
    changes.filter(({ replaced }) => Object.keys(replaced.answers).length > 0),
  );
  await storeResults(
    { tx, organization_id },
    changes.map(({ row, replaced }) => ({
      id: row.id,
      calculation_results: replaced.results,
      result_versions: replaced.versions,
      replaced_results: null,
    })),
  );
};

/** Ends a recalculation, or its undo. */
const end = async (tx: Tx, { id }: Recalculation, state: 'recalculated' | 'undone'): Promise<void> => {
  await tx.updateTable('recalculations').set({ state, updated_at: sql<string>`now()` }).where('id', '=', id).execute();
};

const inRun =
  (services: JobServices, { organization_id, user_id, impersonator_id }: Omit<Run, 'progress' | 'finish'>) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    services.database.inOrganization({ organization_id, user_id, impersonator_id, inBulk: true }, work);

/**
 * Gives the responses of a form the results that they lack; or recalculates some of them, or undoes that. It may run
 * twice, and beside people who save.
 */
const work: Job<'recalculate'>['work'] = async (services, payload, run) => {
  const { form_id, recalculation_id, undo = false } = payload;
  const { organization_id, progress } = run;
  const { keys } = services;
  const inOrganization = inRun(services, run);
  const recalculation = recalculation_id === undefined ? null : await inOrganization((tx) => newest(tx, payload));
  if (recalculation === undefined) return;
  await inBatches(services, { organization_id, form_id, progress, run }, async (tx, responses) => {
    const form = await definitionOf(tx, organization_id, form_id);
    if (!form) return;
    const place = { tx, keys, organization_id };
    if (recalculation) {
      const ids = responses.map(({ id }) => id);
      return (undo ? putBack : recalculate)(place, form, { recalculation, ids });
    }
    const clock = evaluationContext(await contextOf(place), null, null);
    const ids = payload.calculation_ids ? new Set(payload.calculation_ids) : null;
    const rows = responses.map((row) => ({ id: row.id, ...withMissing(form, row, { ids, context: clock }) }));
    await storeResults({ tx, organization_id }, rows);
  });
  if (recalculation) await inOrganization((tx) => end(tx, recalculation, undo ? 'undone' : 'recalculated'));
};

export const recalculateJob: Job<'recalculate'> = {
  work,
  unfinished: 'Some responses may still have the old results.',
  failed: async (services, payload, run) => {
    if (payload.recalculation_id === undefined) return;
    const inOrganization = inRun(services, run);
    // What was done can be undone, and the rest tried again.
    await inOrganization(async (tx) => {
      const recalculation = await newest(tx, payload);
      if (recalculation) await end(tx, recalculation, 'recalculated');
    });
  },
};
