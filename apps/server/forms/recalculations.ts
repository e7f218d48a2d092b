import { type SqlBool, sql } from 'kysely';
import type { ResultsChoice } from '#contract/resources/calculations.ts';
import { keepResults, withDependents } from '#forms/calculations/kept.ts';
import { runCalculations } from '#forms/calculations/run.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import { visibleInternalRecords, visiblePublicInstances, visibleResponses } from '#server/access/scopes.ts';
import type { Tx } from '#server/kit/db.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { conditionOn, insertRow, ofOrganization, type Where } from '#server/kit/rows.ts';
import { evaluationContext } from './context.ts';
import type { FormDefinition } from './definitions.ts';

/** Whether a response has a result, that is not blank, of one of these calculations. */
const hasResult = (ids: Iterable<number>) => {
  const keys = [...ids].map(String);
  return sql<SqlBool>`exists (
    select from jsonb_each(responses.calculation_results) result
     where result.key = any(${keys}::text[]) and result.value <> 'null')`;
};

/** The newest recalculation of a form; undefined when its results were never recalculated. */
export const newestRecalculation = (tx: Tx, form_id: number) =>
  tx
    .selectFrom('recalculations')
    .selectAll()
    .where('form_id', '=', form_id)
    .where('state', '<>', 'kept')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Recalculates the results of some calculations in a job, for all responses of a form.
 * @throws conflict while an earlier recalculation of the form, or its undo, is under way
 */
export const startRecalculation = async (
  context: MemberContext,
  { id: form_id, calculations }: Pick<FormDefinition, 'id' | 'calculations'>,
  ids: ReadonlySet<number>,
) => {
  const { tx, caller, startJob } = context;
  // One at a time: who saves the form, or starts another recalculation, waits here.
  await tx.selectFrom('forms').select('id').where('id', '=', form_id).forUpdate().execute();
  const state = (await newestRecalculation(tx, form_id))?.state;
  if (state === 'recalculating' || state === 'undoing')
    throw new Problem('conflict', {
      base: ['The results of this form are being recalculated. Try again when that finishes.'],
    });
  const { id } = await insertRow(tx, 'recalculations', {
    organization_id: caller.organization.id,
    form_id,
    name: namesOf(calculations, ids),
    calculation_ids: JSON.stringify([...ids]),
    state: 'recalculating',
    user_id: caller.person.id,
  });
  return startJob('recalculate', { form_id, recalculation_id: id });
};

/**
 * Undoes the newest recalculation of a form in a job.
 * @throws invalid where there is nothing to undo
 */
export const undoRecalculation = async (context: MemberContext, form_id: number) => {
  const { tx, startJob } = context;
  await tx.selectFrom('forms').select('id').where('id', '=', form_id).forUpdate().execute();
  const latest = await newestRecalculation(tx, form_id);
  if (latest?.state !== 'recalculated') throw invalid('base', 'There is no recalculation of this form to undo.');
  await tx
    .updateTable('recalculations')
    .set({ state: 'undoing', updated_at: sql<string>`now()` })
    .where('id', '=', latest.id)
    .execute();
  return startJob('recalculate', { form_id, recalculation_id: latest.id, undo: true });
};

const namesOf = (calculations: readonly Calculation[], ids: ReadonlySet<number>): string => {
  const names = calculations.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  return names.join(', ').slice(0, 500);
};

/** What became of the calculations of a form when it was saved. */
export type CalculationChanges = { changed: ReadonlySet<number>; added: Iterable<number> };

/**
 * Does what was chosen with the results of calculations that changed, and gives responses results of those that are new,
 * or that no response had a result of. Results that there are stay as they were calculated unless `results` says otherwise.
 * @param form as it is now
 */
export const decideOnResults = async (
  context: MemberContext,
  form: Pick<FormDefinition, 'id' | 'calculations'>,
  { changed, added, results = 'keep' }: CalculationChanges & { results?: ResultsChoice | undefined },
): Promise<void> => {
  const { tx, caller, startJob } = context;
  const ids = withDependents(form.calculations, changed);
  const scored =
    ids.size > 0 &&
    (await ofOrganization(tx, 'responses', caller)
      .select('id')
      .where('form_id', '=', form.id)
      .where(hasResult(ids))
      .limit(1)
      .executeTakeFirst());
  if (scored && results === 'recalculate') await startRecalculation(context, form, ids);
  else if (scored)
    await insertRow(tx, 'recalculations', {
      organization_id: caller.organization.id,
      form_id: form.id,
      name: namesOf(form.calculations, ids),
      calculation_ids: JSON.stringify([...ids]),
      state: 'kept',
      user_id: caller.person.id,
    });
  const missing = new Set([...added, ...(scored ? [] : ids)]);
  if (missing.size > 0) await startJob('recalculate', { form_id: form.id, calculation_ids: [...missing] });
};

/** The responses of a form that the caller can read, whoever recorded them. */
const readable = ({ caller }: MemberContext, { form_type }: Pick<FormDefinition, 'form_type'>): Where<'responses'> =>
  form_type === 'internal'
    ? visibleInternalRecords(caller, 'read')
    : conditionOn('responses').or([visibleResponses(caller, 'read'), visiblePublicInstances(caller, 'read')]);

const readResponses = (context: MemberContext, form: Pick<FormDefinition, 'id' | 'form_type'>) =>
  ofOrganization(context.tx, 'responses', context.caller).where('form_id', '=', form.id).where(readable(context, form));

/** So many of the newest responses are calculated to say what a change does. */
const maxCalculated = 2000;

/**
 * What recalculating would do to the results that responses have, as far as the caller can read these: with more than
 * some, the newest are calculated and the rest estimated from them. Stores nothing.
 * @param next the calculations as they would be saved, @param changed those of them that give other results
 */
export const previewResults = async (
  context: MemberContext,
  form: FormDefinition,
  { next, changed }: { next: readonly Calculation[]; changed: ReadonlySet<number> },
): Promise<{ responses: number; changed: number; blank: number; is_estimate: boolean }> => {
  const stored = new Set(form.calculations.map(({ id }) => id));
  const ids = [...withDependents(next, changed)].filter((id) => stored.has(id));
  if (ids.length === 0) return { responses: 0, changed: 0, blank: 0, is_estimate: false };
  const scored = readResponses(context, form).where(hasResult(ids));
  const { count } = await scored.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await scored
    .select(['answers', 'calculation_results'])
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxCalculated)
    .execute();
  const clock = evaluationContext(context, null, null);
  let [others, blank] = [0, 0];
  for (const { answers, calculation_results } of rows) {
    const before = new Map(ids.map((id) => [id, calculation_results[id] ?? null]));
    const results = new Map(Object.entries(calculation_results).map(([id, value]) => [Number(id), value] as const));
    for (const id of ids) results.delete(id);
    const kept = keepResults(form.form_fields, { answers, results });
    const after = runCalculations(next, (id) => answers[id] ?? null, { ...clock, kept });
    const differing = ids.filter((id) => before.get(id) !== null && before.get(id) !== (after.get(id) ?? null));
    if (differing.length > 0) others++;
    if (differing.some((id) => (after.get(id) ?? null) === null)) blank++;
  }
  const estimate = (found: number) => (rows.length === 0 ? 0 : Math.round((found * count) / rows.length));
  return { responses: count, changed: estimate(others), blank: estimate(blank), is_estimate: count > rows.length };
};

/** How many responses that the caller can read an undo of the newest recalculation would put back. */
export const countReplaced = (context: MemberContext, form: FormDefinition, recalculation_id: number) => {
  const of = (key: string) => sql<SqlBool>`(replaced_results -> ${key}) = 'true'`;
  return readResponses(context, form)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere(of('is_changed')).as('changed'),
      eb.fn.countAll<number>().filterWhere(of('is_blank')).as('blank'),
    ])
    .where('replaced_results', 'is not', null)
    .where(sql<SqlBool>`(replaced_results ->> 'recalculation_id')::bigint = ${recalculation_id}`)
    .executeTakeFirstOrThrow();
};

/** Whether a response has a result, that is not blank, that an earlier version of its calculation gave. */
const hasFormerResult = ({ result_versions }: Pick<FormDefinition, 'result_versions'>) => {
  const versions = [...result_versions].map(([id, { current, first }]) => ({ id: String(id), current, first }));
  return sql<SqlBool>`exists (
    select from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as version (id text, current text, first text)
     where responses.calculation_results -> version.id <> 'null'
       and coalesce(responses.result_versions ->> version.id, version.first) is distinct from version.current)`;
};

/** The calculations of a form that some response has a kept result of. */
export const calculationsWithKept = async (context: MemberContext, form: FormDefinition): Promise<Set<number>> => {
  const found = new Set<number>();
  for (const { id } of form.calculations) {
    const version = form.result_versions.get(id);
    const one = version && new Map([[id, version]]);
    const row =
      one &&
      (await ofOrganization(context.tx, 'responses', context.caller)
        .select('id')
        .where('form_id', '=', form.id)
        .where(hasFormerResult({ result_versions: one }))
        .limit(1)
        .executeTakeFirst());
    if (row) found.add(id);
  }
  return withDependents(form.calculations, found);
};

/** How many responses that the caller can read have results of earlier versions. */
export const countKept = async (context: MemberContext, form: FormDefinition): Promise<number> => {
  if (form.result_versions.size === 0) return 0;
  const { count } = await readResponses(context, form)
    .where(hasFormerResult(form))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
