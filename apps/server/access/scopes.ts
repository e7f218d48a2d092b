import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Action, type Entity, satisfying } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import type { DB } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';
import { always, among, conditionOn, type Where } from '../kit/rows.ts';
import { agreesTo, whoAgrees } from './consents.ts';
import { holds } from './demands.ts';

/**
 * One condition under which a record is open; all of a record's must hold.
 * - `privilege`: the action on the whole entity, or a grant on the record;
 * - `grant`: nothing while the form is open to all, and the action in a grant on it while it is restricted.
 */
export type Step<Column extends string = string> = {
  entity: Entity;
  action: Action;
  /** The column with the id of the record that the condition is about. */
  record: Column;
  by: 'privilege' | 'grant';
};

/** What opens a client: clients. */
export const clientSteps = (action: Action): Step<'clients.id'>[] => [
  { entity: 'clients', action, record: 'clients.id', by: 'privilege' },
];

/** What opens a response: client_forms, its client, and, when the form is restricted, the same action in a grant on it. */
export const responseSteps = (action: Action): Step<'responses.id' | 'responses.client_id' | 'responses.form_id'>[] => [
  { entity: 'client_forms', action, record: 'responses.id', by: 'privilege' },
  { entity: 'clients', action: 'read', record: 'responses.client_id', by: 'privilege' },
  { entity: 'forms', action, record: 'responses.form_id', by: 'grant' },
];

/** What opens a record of an entity that stands for itself. */
export const ownSteps =
  <Column extends string>(entity: Entity, record: Column) =>
  (action: Action): Step<Column>[] => [{ entity, action, record, by: 'privilege' }];

const { exists, selectFrom, and, or, not } = expressionBuilder<DB, never>();

/** Whether the record of a step was granted to the caller, with an action that satisfies the step. */
const granted = (caller: Member, { entity, record, action }: Step) =>
  exists(
    selectFrom('record_permissions as grants')
      .select('grants.id')
      .where('grants.entity', '=', entity)
      .whereRef('grants.record_id', '=', sql.ref(record))
      .where('grants.principal', '=', among(caller.principals))
      .where('grants.actions', '&&', sql<string[]>`${satisfying(action)}::text[]`),
  );

/**
 * The restricted forms on which no grant gives the caller the action. They are few, and the same for every row, so that
 * a list asks for them once.
 */
const closedForms = (caller: Member, action: Action) =>
  selectFrom('forms')
    .select('forms.id')
    .where('forms.restricted', '=', true)
    .where(not(granted(caller, { entity: 'forms', action, record: 'forms.id', by: 'grant' })));

/** The condition of a step for a caller. */
const condition = (caller: Member, step: Step): Expression<SqlBool> => {
  if (caller.everything) return always;
  if (step.by === 'grant')
    return sql<SqlBool>`${sql.ref(step.record)} <> all(array(${closedForms(caller, step.action)}))`;
  return holds(caller, step) ? always : granted(caller, step);
};

/** The rows on which a caller may do something. */
export type AccessScope<T extends keyof DB> = (caller: Member, action: Action) => Where<T>;

/**
 * The records on which a caller may do something: those whose steps all hold. Lists, counts, searches and single
 * records all go through it.
 */
export const recordsOf =
  <T extends keyof DB>(steps: (action: Action) => Step[]): AccessScope<T> =>
  (caller, action) =>
    and(steps(action).map((step) => condition(caller, step)));

/** Nothing more than other conditions say, unless people must have agreed to what the caller asks for. */
const agreed = (caller: Member, client: string): Expression<SqlBool>[] => {
  const condition = whoAgrees(caller, client);
  return condition ? [condition] : [];
};

const openClients = recordsOf<'clients'>(clientSteps);

/** The people whom the caller may see or change, those who were archived among them. */
export const clientsOfAnyTime: AccessScope<'clients'> = (caller, action) =>
  caller.consent ? and([openClients(caller, action), ...agreed(caller, 'clients.id')]) : openClients(caller, action);

/** The people whom the caller may see or change, without those who were archived. */
export const visibleClients: AccessScope<'clients'> = (caller, action) =>
  and([conditionOn('clients')('clients.archived_at', 'is', null), clientsOfAnyTime(caller, action)]);

/**
 * The people that figures count. Archived people are among them if they have a response: without one they were never
 * served, as after an import that was undone. Records merged into others aren't.
 */
export const clientsEverServed: AccessScope<'clients'> = (caller, action) =>
  and([
    or([
      conditionOn('clients')('clients.archived_at', 'is', null),
      exists(
        selectFrom('responses').select('responses.id').whereRef('responses.client_id', '=', sql.ref('clients.id')),
      ),
    ]),
    conditionOn('clients')('clients.merged_into_id', 'is', null),
    clientsOfAnyTime(caller, action),
  ]);

const ofPairs = recordsOf<'client_pairs'>((action) => [
  { entity: 'clients', action, record: 'client_pairs.client_id', by: 'privilege' },
  { entity: 'clients', action, record: 'client_pairs.other_client_id', by: 'privilege' },
]);

/** The possible duplicates that nobody has decided about, of whom the caller may see or change both: none is archived. */
export const visiblePairs: AccessScope<'client_pairs'> = (caller, action) =>
  and([
    conditionOn('client_pairs')('client_pairs.state', '=', 'open'),
    ofPairs(caller, action),
    ...agreed(caller, 'client_pairs.client_id'),
    ...agreed(caller, 'client_pairs.other_client_id'),
  ]);

/** The responses that such steps open, whose people are asked about apart. */
const ofResponses = (steps: typeof responseSteps) =>
  recordsOf<'responses'>((action) => steps(action).filter(({ entity }) => entity !== 'clients'));

/**
 * The people of responses, as far as the caller may see them. Who may see everybody is spared those who were archived:
 * they are few, so that a report over all responses need not meet everybody. Who may not is shown those they may see.
 */
const ofVisiblePeople = (caller: Member, isArchivedToo: boolean) => {
  const [step] = clientSteps('read') as [Step];
  const whose = selectFrom('clients').select('clients.id').whereRef('clients.id', '=', sql.ref('responses.client_id'));
  const seesAll = condition(caller, step) === always;
  if (!seesAll) return exists(whose.where((isArchivedToo ? clientsEverServed : visibleClients)(caller, 'read')));
  return and([
    conditionOn('responses')('responses.client_id', 'is not', null),
    ...(isArchivedToo ? [] : [not(exists(whose.where('clients.archived_at', 'is not', null)))]),
    ...agreed(caller, 'responses.client_id'),
  ]);
};

/** The responses that such steps open, without those of people who were archived unless they are asked for. */
const responsesBy = (steps: typeof responseSteps, { isArchivedToo = false } = {}): AccessScope<'responses'> => {
  const opened = ofResponses(steps);
  return (caller, action) => and([ofVisiblePeople(caller, isArchivedToo), opened(caller, action)]);
};

/** The responses on which the caller may do something, without those of people who were archived. */
export const visibleResponses = responsesBy(responseSteps);

/** The responses that figures count, those of archived people included. */
export const responsesEverRecorded = responsesBy(responseSteps, { isArchivedToo: true });

/** The types of record that the privilege on their entity opens, and nothing else. Their tables have their names. */
export type PlainType = Exclude<RecordType & keyof DB, 'clients' | 'users'>;

/** What opens a record of such a type. */
export const plainSteps = <T extends PlainType>(type: T) => ownSteps(recordTypes[type].entity, `${type}.id` as const);

/** The records of such a type on which the caller may do something. */
export const plainScope = <T extends PlainType>(type: T): AccessScope<T> => recordsOf<T>(plainSteps(type));

export const internalFormSteps = ownSteps('internal_forms', 'forms.id');
export const internalRecordSteps = ownSteps('internal_forms', 'responses.form_id');
export const userSteps = ownSteps('users', 'memberships.id');

export const visibleForms = plainScope('forms');
export const visibleFields = plainScope('fields');
export const visiblePermissionGroups = plainScope('permission_groups');
export const visibleUsers = recordsOf<'memberships'>(userSteps);
export const visibleDataGroups = plainScope('data_groups');
export const visibleCategories = plainScope('categories');
export const visibleAffiliations = plainScope('affiliations');
export const visibleReports = plainScope('report_definitions');

/** The forms whose answers are open to the caller as far as the form goes: all but restricted ones without a grant. */
export const openForms = recordsOf<'forms'>((action) => [{ entity: 'forms', action, record: 'forms.id', by: 'grant' }]);

const ofInternalForms = recordsOf<'forms'>(internalFormSteps);

/** The internal forms whose records the caller may see or change. */
export const visibleInternalForms: AccessScope<'forms'> = (caller, action) =>
  and([conditionOn('forms')('forms.form_type', '=', 'internal'), ofInternalForms(caller, action)]);

const ofInternalRecords = recordsOf<'responses'>(internalRecordSteps);

/** The records of internal forms: who may see the form under internal_forms may see them. */
export const visibleInternalRecords: AccessScope<'responses'> = (caller, action) =>
  and([
    conditionOn('responses')('responses.client_id', 'is', null),
    conditionOn('responses')('responses.public_form_id', 'is', null),
    ofInternalRecords(caller, action),
  ]);

/**
 * What opens a public form under Public Form Responses: public_forms, and, when its form is restricted, a grant on that.
 * It only holds the answers, so that any grant will do for every action.
 */
export const publicFormSteps = (action: Action): Step<'publish_settings.id' | 'publish_settings.form_id'>[] => [
  { entity: 'public_forms', action, record: 'publish_settings.id', by: 'privilege' },
  { entity: 'forms', action: 'read', record: 'publish_settings.form_id', by: 'grant' },
];

/** The publish settings whose responses the caller may see or change, with those that are no more. */
export const visiblePublicForms = recordsOf<'publish_settings'>(publicFormSteps);

/** What opens what strangers sent: the same of the setting that it came by, with the action in the grant on the form. */
export const publicInstanceSteps = (action: Action): Step<'responses.public_form_id' | 'responses.form_id'>[] => [
  { entity: 'public_forms', action, record: 'responses.public_form_id', by: 'privilege' },
  { entity: 'forms', action, record: 'responses.form_id', by: 'grant' },
];

/** Whether what a stranger sent is linked to somebody who has not agreed. */
const ofWhoDisagrees = (caller: Member) =>
  exists(
    selectFrom('public_form_links')
      .innerJoin('responses as made', (join) =>
        join
          .onRef('made.id', '=', 'public_form_links.response_id')
          .on('made.organization_id', '=', caller.organization.id),
      )
      .select('public_form_links.id')
      .where('public_form_links.instance_id', '=', sql.ref<number>('responses.id'))
      .where(not(agreesTo(caller.organization, caller.consent?.to ?? [], 'made.client_id'))),
  );

/** What strangers sent by public forms, as far as such steps open it. */
const publicInstancesBy = (steps: typeof publicInstanceSteps): AccessScope<'responses'> => {
  const opened = recordsOf<'responses'>(steps);
  return (caller, action) =>
    and([
      conditionOn('responses')('responses.public_form_id', 'is not', null),
      opened(caller, action),
      ...(caller.consent ? [caller.consent.lacking ? ofWhoDisagrees(caller) : not(ofWhoDisagrees(caller))] : []),
    ]);
};

/** What strangers sent by public forms, on which the caller may do something. */
export const visiblePublicInstances = publicInstancesBy(publicInstanceSteps);

/** The steps with another action to hold in the grant on a restricted form, for whatever is not reading. */
const requiringOnForm =
  <S extends Step>(steps: (action: Action) => S[], onForm: Action) =>
  (action: Action): S[] =>
    steps(action).map((step) => (step.by === 'grant' && action !== 'read' ? { ...step, action: onForm } : step));

/**
 * What strangers sent, as far as the caller may link it to a person. That changes nothing of it: it records a new
 * response, for which a restricted form asks nothing, of answers that the caller has to be able to read.
 */
export const linkablePublicInstances = publicInstancesBy(requiringOnForm(publicInstanceSteps, 'read'));

/** The responses that linking made, as far as the caller may take them back, which deletes them. */
export const unlinkableResponses = responsesBy(requiringOnForm(responseSteps, 'remove'));

/**
 * The forms of whose answers the caller may read, change or delete any: those of all people, which are recorded later
 * too, single ones, or what strangers sent.
 */
export const formsWithOpenAnswers: AccessScope<'forms'> = (caller, action) => {
  const ofEverybody = responseSteps(action).every((step) => step.by === 'grant' || holds(caller, step));
  const whose = selectFrom('responses')
    .select('responses.id')
    .where('responses.form_id', '=', sql.ref<number>('forms.id'));
  const published = selectFrom('publish_settings')
    .select('publish_settings.id')
    .where('publish_settings.form_id', '=', sql.ref<number>('forms.id'))
    .where(visiblePublicForms(caller, action));
  return and([
    openForms(caller, action),
    or([ofEverybody ? always : exists(whose.where(visibleResponses(caller, action))), exists(published)]),
  ]);
};

/** The fields that the caller may put on a form: those they may read or use. */
export const usableFields = (caller: Member): Where<'fields'> =>
  holds(caller, { entity: 'fields', action: 'use' }) ? always : visibleFields(caller, 'read');

/** The forms that the caller may fill in: those they may read or use. */
export const fillable = (caller: Member): Where<'forms'> =>
  holds(caller, { entity: 'forms', action: 'use' }) ? always : visibleForms(caller, 'read');
