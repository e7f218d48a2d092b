import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { HandlerResult } from '#contract/kit/route.ts';
import { type formRoutes, maxTried } from '#contract/resources/forms.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { RuleCondition } from '#forms/definition/rule.ts';
import { ruleConditionIssues } from '#forms/logic/check.ts';
import { holding } from '#forms/logic/holds.ts';
import { columnsWith } from '#forms/person-columns.ts';
import { type Condition, groupsOf, joined } from '#forms/words/expression.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { evaluationContext } from '#server/forms/context.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { responsesWanted } from '#server/forms/response-sheet.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';

type Trial = z.output<typeof formRoutes.trial.body>;
type TriedForm = { form: FormDefinition; kind: 'client' | 'internal' };
type TrialResult = HandlerResult<typeof formRoutes.trial>;

/** The digits of SSN are shown on request, one person at a time: a condition sees them here, the caller doesn't. */
const encrypted = new Set<string>(columnsWith('encrypted').map(({ key }) => key));

/** So many of the newest responses are shown. */
const maxLatest = 8;
/** In milliseconds: how long the database may look for responses. */
const statementTimeout = 5000;
/** In milliseconds of work: how long the rules of all responses may run. */
const workTimeout = 500;
/** Others get their turn after so many responses. */
const chunk = 10;

const tooSlow = 'Trying this takes too long with this many responses. You can save without trying.';

/** The names that a condition reads in a scope; `self` stands for the field that the rule acts on. */
const namesIn = (condition: RuleCondition | undefined, wanted: string): string[] =>
  (groupsOf(condition ?? null)?.parts ?? [])
    .filter(({ scope }) => scope === wanted)
    .flatMap(({ conditions }) => (joined<Condition>(conditions)?.parts ?? []).map(({ field_name }) => field_name));

/** The fields of the form whose answers a trial looks at. */
const fieldsOf = ({ form_fields, calculations }: FormDefinition, { condition, field_id, field_ids = [] }: Trial) => {
  const known = new Set(form_fields.map((one) => one.field_id));
  const own = namesIn(condition, 'self').map((name) => (known.has(Number(name)) ? Number(name) : field_id));
  const counted =
    namesIn(condition, 'calculator').length === 0
      ? []
      : calculations.flatMap(({ variables }) =>
          variables.map(({ record_type, record_id }) => (record_type === 'Field' ? record_id : null)),
        );
  const read = [...namesIn(condition, 'form').map(Number), ...own, ...counted, ...field_ids];
  return [...new Set(read)].filter((id): id is number => id != null && known.has(id));
};

/** What is wrong with the fields that were named: each must be on the form. */
const fieldIssues = ({ form_fields }: FormDefinition, { field_id, field_ids = [] }: Trial) => {
  const known = new Set(form_fields.map((one) => one.field_id));
  const named = [
    ...(field_id === undefined ? [] : [{ path: 'field_id', id: field_id }]),
    ...field_ids.map((id, index) => ({ path: `field_ids.${index}`, id })),
  ];
  return named.flatMap(({ path, id }) => (known.has(id) ? [] : [{ path, message: 'Choose a field of this form' }]));
};

/** The newest responses that the caller can read, with their answers to these fields alone. */
const newest = async (
  context: MemberContext,
  tried: TriedForm,
  { fields, most }: { fields: number[]; most: number },
) => {
  await sql`set local statement_timeout = ${sql.lit(statementTimeout)}`.execute(context.tx);
  return responsesWanted(context, tried)
    .select([
      'responses.id',
      'responses.client_id',
      'responses.title',
      'responses.created_at',
      'responses.updated_at',
      'responses.completed_at',
      'responses.administrator_id',
      'responses.updated_by_id',
      sql<Answers | null>`(select jsonb_object_agg(key, value) from jsonb_each(responses.answers)
        where key = any(${fields.map(String)}::text[]))`.as('answers'),
    ])
    .orderBy('responses.completed_at', 'desc')
    .orderBy('responses.id', 'desc')
    .limit(most)
    .execute();
};
type NewResponse = Awaited<ReturnType<typeof newest>>[number];

/** The people of responses, by id. */
const peopleOf = async ({ tx, caller }: MemberContext, rows: NewResponse[]): Promise<Map<number, Row<'clients'>>> => {
  const ids = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))];
  const people = await ofOrganization(tx, 'clients', caller)
    .selectAll()
    .where('id', '=', among(ids))
    .where(visibleClients(caller, 'read'))
    .execute();
  return new Map(people.map((one) => [one.id, one]));
};

const picked = (from: Readonly<Record<string, unknown>> | null | undefined, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from?.[name] ?? null]));

/**
 * How many of the newest responses that the caller can read meet a condition, and some of them to try it with. The
 * rules see each person and response as they do when a form is filled in, and the caller as the signed-in user. Where
 * there are too many to look at, only the newest of them count.
 */
export const tryOut = async (context: MemberContext, tried: TriedForm, sent: Trial): Promise<TrialResult> => {
  const { form } = tried;
  const { condition, field_id } = sent;
  refuse([
    ...(condition ? ruleConditionIssues(form, condition, { path: 'condition', target: field_id }) : []),
    ...fieldIssues(form, sent),
  ]);
  const most = condition ? maxTried : maxLatest;
  const wanted = { fields: fieldsOf(form, sent), most: most + 1 };
  const found = await newest(context, tried, wanted).catch((error: { code?: string }) => {
    throw error.code === '57014' ? new Problem('too_slow', { base: [tooSlow] }) : error;
  });
  const rows = found.slice(0, most);
  const asked = { client: namesIn(condition, 'client'), response: namesIn(condition, 'response') };
  const people = await peopleOf(context, asked.client.length > 0 ? rows : rows.slice(0, maxLatest));

  const latest: TrialResult['latest'] = [];
  let [matching, looked, worked] = [0, 0, 0];
  while (looked < rows.length && worked < workTimeout) {
    const before = process.threadCpuUsage();
    for (const row of rows.slice(looked, looked + chunk)) {
      const client = row.client_id === null ? null : (people.get(row.client_id) ?? null);
      const answers = row.answers ?? {};
      const clock = evaluationContext(context, client, row);
      const matches = condition ? holding(form, { answers, context: clock })(condition, field_id) : null;
      if (matches) matching++;
      looked++;
      if (latest.length === maxLatest) continue;
      const { id, title, completed_at } = row;
      const scopes = {
        client: picked(
          clock.scopes?.client,
          asked.client.filter((name) => !encrypted.has(name)),
        ),
        response: picked(clock.scopes?.response, asked.response),
      };
      latest.push({ id, client, title: client ? null : title, completed_at, matches, answers, scopes });
    }
    const { user, system } = process.threadCpuUsage(before);
    worked += (user + system) / 1000;
    await setImmediate();
  }
  return { matching: condition ? matching : null, responses: looked, has_more: looked < found.length, latest };
};
