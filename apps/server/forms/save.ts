import { sql } from 'kysely';
import type { NotificationEvent } from '#contract/resources/notifications.ts';
import { ageing } from '#forms/calculations/run.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { compiledForm } from '#forms/logic/compile.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import type { AnsweringContext, MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { type Row, updateRow } from '#server/kit/rows.ts';
import { type AnswerFiles, type CheckedAnswers, checkedAnswers, type GivenAnswer } from './answers.ts';
import { evaluationContext } from './context.ts';
import { fire } from './firing.ts';
import { keepUses } from './records.ts';
import { correctReferral, queueReferral, referringBy } from './referrals.ts';
import { tellOfResponse } from './tell-of-response.ts';

type Answers = Record<string, unknown>;
type Response = Row<'responses'>;

/** The database type of a typed column, by the letter that its name begins with. */
const columnTypes: Record<string, string> = { b: 'boolean', d: 'timestamptz', n: 'float8', s: 'text', m: 'text[]' };

/** What each typed column of a form holds for these answers. Every column is named, so that the statement is one. */
export const slotValues = ({ slots }: FormDefinition, answers: Answers) =>
  slots.map(({ field_id, slot, field_type }) => {
    const value = answers[field_id] ?? null;
    const type = columnTypes[slot.charAt(0)] as string;
    return { slot, type, value: value === null ? null : fieldType(field_type).slotValue(value) };
  });

const keepFiles = async (
  { tx, caller }: Pick<AnsweringContext, 'tx' | 'caller'>,
  response_id: number,
  file_ids: number[],
) => {
  if (file_ids.length === 0) return;
  const organization_id = caller.organization.id;
  await tx
    .insertInto('response_files')
    .values(file_ids.map((file_id) => ({ organization_id, response_id, file_id })))
    .execute();
};

/** The results that are stored: those that change with the day are worked out when they are read. */
export const storedResults = ({ calculations }: FormDefinition, results: CheckedAnswers['calculations']): string => {
  const changing = ageing(calculations);
  return JSON.stringify(Object.fromEntries([...results].filter(([id]) => !changing.has(id))));
};

/** What names a record of an internal form: the answer to its first Preview Field, or to its first field. */
export const titleOf = ({ form_fields }: FormDefinition, answers: Answers): string | null => {
  const entry = form_fields.find(({ is_quick_view }) => is_quick_view) ?? form_fields[0];
  const value = entry && (answers[entry.field_id] ?? null);
  return entry && value !== null ? fieldType(entry.field_type).text(value, entry.field).slice(0, 255) : null;
};

/** By which public form it came, the number that who sent it was given, and the language in which it was filled in. */
type Publicly = Pick<Row<'responses'>, 'public_form_id' | 'reference' | 'language'>;
type New = CheckedAnswers & {
  client_id: number | null;
  form: FormDefinition;
  publicly?: Publicly;
  /** When it was answered, where that is not now. */
  completed_at?: string;
  /** What of it notifications of the form are told; null where nobody is notified, as of copies. */
  event: NotificationEvent | null;
};

/**
 * Records a response whose answers were checked: the answers and their typed columns in one statement. Without a
 * client it is a record of an internal form, or what a stranger sent.
 */
export const recordResponse = async (
  context: Pick<AnsweringContext, 'tx' | 'caller' | 'keys'>,
  { client_id, form, answers, calculations, file_ids, publicly, completed_at, event }: New,
) => {
  const { tx, caller } = context;
  const slots = slotValues(form, answers);
  const keys = sql`form_id, id, client_id, completed_at`;
  const columns = sql.join([sql`organization_id`, keys, ...slots.map(({ slot }) => sql.ref(slot))]);
  const own = sql`${caller.organization.id}::bigint`;
  const values = sql.join([own, keys, ...slots.map(({ type, value }) => sql`${value}::${sql.raw(type)}`)]);
  const saving = tx
    .with('saved', (db) =>
      db
        .insertInto('responses')
        .values({
          organization_id: caller.organization.id,
          form_id: form.id,
          client_id,
          administrator_id: caller.person?.id ?? null,
          updated_by_id: caller.person?.id ?? null,
          ...publicly,
          ...(completed_at === undefined ? {} : { completed_at }),
          answers: JSON.stringify(answers),
          calculation_results: storedResults(form, calculations),
          title: client_id === null ? titleOf(form, answers) : null,
        })
        .returningAll(),
    )
    .with(
      'slotted',
      () => sql<object>`(insert into response_slots (${columns}) select ${values} from saved returning id)`,
    )
    .selectFrom('saved')
    .selectAll();
  // Copies, and what comes in bulk, are told to nobody: neither here nor elsewhere.
  const refers = client_id !== null && event !== null;
  const [row, mappings] = await Promise.all([
    saving.executeTakeFirstOrThrow(),
    refers ? referringBy(context, form.id) : null,
  ]);
  await keepFiles(context, row.id, file_ids);
  await keepUses(context, row.id, { form, answers });
  await tellOfResponse(context, 'created', row);
  await queueReferral(context, { form, row }, mappings);
  await fire(context, { event, form, row });
  return row;
};

type Changes = {
  answers?: GivenAnswer[] | undefined;
  /** What the response held at another time: files and records of then may be given again. */
  formerly?: Answers;
  /** The files that came along. */
  files: AnswerFiles | null;
  completed_at?: string | undefined;
  form_id?: number | undefined;
  lock_version?: number | undefined;
  /** Asked only when a rule of the form speaks of the person; null for what strangers sent. */
  findClient: () => Promise<Row<'clients'> | null>;
  /** What of it notifications of the form are told; null where nobody is notified. */
  event: NotificationEvent | null;
};

/** Whoever corrects what a stranger sent, it was answered by nobody whom the rules know. */
const strangely = ({ caller, keys }: MemberContext) => ({
  keys,
  caller: { organization: caller.organization, person: null },
});

/** Changes a response: answers that are not sent stay. Responses to an inactive form can still be corrected. */
export const changeResponse = async (context: MemberContext, before: Response, changes: Changes) => {
  const { tx, caller } = context;
  if (changes.form_id !== undefined && changes.form_id !== before.form_id)
    throw invalid('form_id', 'A response stays with its form');
  if (changes.completed_at && Date.parse(changes.completed_at) > Date.now())
    throw invalid('completed_at', 'Time Recorded must not be in the future');
  const { organization_id, form_id } = before;
  const form = (await formDefinitions(tx, organization_id, [form_id])).get(form_id) as FormDefinition;
  const client = compiledForm(form).scopes.has('client') ? await changes.findClient() : null;
  const { answers, calculations, file_ids } = await checkedAnswers(context, form, {
    sent: changes.answers ?? [],
    before: before.answers as Answers,
    formerly: changes.formerly,
    clock: evaluationContext(before.public_form_id === null ? context : strangely(context), client, before),
    files: changes.files,
  });
  const row = await updateRow(tx, 'responses', {
    row: before,
    lock_version: changes.lock_version,
    columns: {
      answers: JSON.stringify(answers),
      calculation_results: storedResults(form, calculations),
      updated_by_id: caller.person.id,
      ...(before.client_id === null ? { title: titleOf(form, answers) } : {}),
      ...(changes.completed_at ? { completed_at: changes.completed_at } : {}),
    },
  });
  await tx
    .updateTable('response_slots')
    .set({
      completed_at: row.completed_at,
      ...Object.fromEntries(slotValues(form, answers).map(({ slot, value }) => [slot, value])),
    })
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', form_id)
    .where('id', '=', row.id)
    .execute();
  await keepFiles(context, row.id, file_ids);
  await keepUses(context, row.id, { form, answers, before: before.answers as Answers });
  await tellOfResponse(context, 'updated', row);
  if (row.client_id !== null) await correctReferral(context, { form, row });
  await fire(context, { event: changes.event, form, row, before });
  return row;
};
