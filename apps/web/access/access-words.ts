import type { z } from 'zod';
import { entityLabels, type RecordAction, recordActions } from '#contract/kit/privileges.ts';
import type { Answer } from '#contract/kit/route.ts';
import { recordTypes } from '#contract/record-types.ts';
import type { accessSource, accessStep, recordAccess, recordRoutes } from '#contract/resources/records.ts';
import { counted } from '#web/kit/formats.ts';
import { type AccessRecord, listed, nounOf, nounOfType } from './access-record.ts';

export type Access = z.output<typeof recordAccess>;
export type Step = z.output<typeof accessStep>;
type Source = z.output<typeof accessSource>;
type Of = Pick<AccessRecord, 'type' | 'id'>;

/** What an action lets somebody do with a record. */
export const verbs: Record<RecordAction, string> = { read: 'see', write: 'change', remove: 'remove' };

/** The same with the answers to a form. */
export const answerVerbs: Record<RecordAction, string> = { read: 'read', write: 'change', remove: 'delete' };

type WhoCanSee = Answer<typeof recordRoutes.access>;
type OnAnswers = NonNullable<WhoCanSee['answers']>[number];

/** Everybody with access to a form's questions, then those with access to its answers alone, each with both. */
export const withAnswers = (
  data: Access[],
  answers: readonly OnAnswers[] = [],
): (Access & { onAnswers: RecordAction[] })[] => {
  const known = new Set(data.map(({ user }) => user.id));
  const open = new Map(answers.map(({ user, actions }) => [user.id, actions]));
  return [
    ...data.map((one) => ({ ...one, onAnswers: open.get(one.user.id) ?? [] })),
    ...answers
      .filter(({ user }) => !known.has(user.id))
      .map(({ actions, ...who }) => ({ ...who, actions: [], chain: [], onAnswers: actions })),
  ];
};

/** How many users can do what: "14 users can see this response, 9 can change it, 3 can remove it." Of a form two lines. */
export const figures = ({ data, answers }: WhoCanSee, type: AccessRecord['type']): string[] => {
  const countsOf = (all: Pick<Access, 'actions'>[]) =>
    recordActions.map((action) => all.filter(({ actions }) => actions.includes(action)).length);
  const [see = 0, change, remove] = countsOf(data);
  if (answers) {
    const [read = 0, correct, erase] = countsOf(answers);
    return [
      `Questions: ${counted(see, 'user')} can see them, ${change} can change them, ${remove} can remove the form.`,
      `Answers: ${counted(read, 'user')} can read them, ${correct} can change them, ${erase} can delete them.`,
    ];
  }
  const it = type === 'clients' ? 'them' : 'it';
  return [
    `${counted(see, 'user')} can see this ${nounOfType(type)}, ${change} can change ${it}, ${remove} can remove ${it}.`,
  ];
};

/** What one person can do with the answers to a form, in a sentence: "Priya Nair can read its answers." */
export const onAnswersInWords = ({ user, actions }: OnAnswers): string =>
  actions.length === 0
    ? `${user.name} can’t read its answers.`
    : `${user.name} can ${listed(actions.map((action) => answerVerbs[action]))} its answers.`;

const isItself = ({ entity, record_id }: Step, { type, id }: Of) =>
  entity === recordTypes[type].entity && record_id === id;

const sourceInWords = ({ through, group }: Source, place: string): string => {
  const name = group?.name ?? '';
  switch (through) {
    case 'superuser':
      return 'platform team member';
    case 'owner':
      return 'owner of the organization';
    case 'group':
      return `${name} (group)`;
    case 'user_grant':
      return `shared with them on ${place}`;
    case 'group_grant':
      return `shared with the group ${name} on ${place}`;
  }
};

/** Whether somebody holds everything, so that no step says more: the owner, and the platform team. */
export const hasAllAccess = ({ owner, chain }: Access): boolean =>
  owner ||
  chain.some(({ steps }) => steps.some(({ sources }) => sources.some(({ through }) => through === 'superuser')));

/**
 * Through what somebody has access, in a few words each: "Case managers (group)". What gives less than all that they may
 * do says what it gives: "shared with them on this record, to change".
 */
export const throughWhat = (access: Access, of: Of): string[] => {
  const given = new Map<string, RecordAction[]>();
  for (const { action, allowed, steps } of access.chain) {
    if (!allowed) continue;
    const phrases = steps.flatMap((step) =>
      step.sources.map((source) =>
        sourceInWords(source, isItself(step, of) ? 'this record' : `the ${nounOf(step.entity)}`),
      ),
    );
    for (const phrase of new Set(phrases)) given.set(phrase, [...(given.get(phrase) ?? []), action]);
  }
  return [...given].map(([phrase, actions]) =>
    actions.length < access.actions.length ? `${phrase}, to ${listed(actions.map((one) => verbs[one]))}` : phrase,
  );
};

/** The answer for one person in a sentence: "Priya Nair can see and change this person, but cannot remove them." */
export const answerInWords = (access: Access, of: Of): string => {
  const can = access.actions.map((action) => verbs[action]);
  const cannot = access.chain.filter(({ allowed }) => !allowed).map(({ action }) => verbs[action]);
  const record = `this ${nounOfType(of.type)}`;
  const { name } = access.user;
  if (hasAllAccess(access))
    return access.owner
      ? `${name} can ${listed(can)} ${record}, as the owner of the organization.`
      : `${name} can ${listed(can)} ${record}, as a member of the platform team.`;
  const it = of.type === 'clients' ? 'them' : 'it';
  if (can.length === 0) return `${name} cannot see, change or remove ${record}.`;
  const but = cannot.length > 0 ? `, but cannot ${listed(cannot, 'or')} ${it}` : '';
  return `${name} can ${listed(can)} ${record}${but}.`;
};

const isSame = (a: Step, b: Step) => a.entity === b.entity && a.action === b.action && a.record_id === b.record_id;

/**
 * The chain without what it says twice: who cannot see a record cannot do anything with it, and changing or removing
 * asks what seeing asks, and its own step.
 */
export const shortChain = ([see, ...others]: Access['chain']): Access['chain'] => {
  if (!see?.allowed) return see ? [see] : [];
  const isOwn = (step: Step) => !see.steps.some((seen) => isSame(seen, step));
  return [see, ...others.map((one) => ({ ...one, steps: one.steps.filter(isOwn) }))];
};

/** What one step asks: "Form Responses: read", or with its number where it is about another record, "People, 12: read". */
export const stepName = (step: Step, of: Of): string =>
  `${entityLabels[step.entity]}${isItself(step, of) ? '' : `, ${step.record_id}`}: ${step.action}`;

const named = (sources: Source[], through: Source['through']): string[] =>
  sources.flatMap((source) => (source.through === through ? [source.group?.name ?? ''] : []));

const groups = (names: string[]) => `the ${names.length === 1 ? 'group' : 'groups'} ${listed(names)}`;

/** How a step came out: through what they hold it, or what is missing. */
export const outcomeInWords = (step: Step, of: Of): string => {
  const { sources, by, entity, action } = step;
  const place = isItself(step, of) ? `this ${nounOfType(of.type)}` : `the ${nounOf(entity)}`;
  const members = named(sources, 'group');
  const grants = named(sources, 'group_grant');
  const held = [
    ...(members.length > 0 ? [`through ${groups(members)}`] : []),
    ...(sources.some(({ through }) => through === 'user_grant') ? [`shared with them on ${place}`] : []),
    ...(grants.length > 0 ? [`shared with ${groups(grants)} on ${place}`] : []),
  ];
  const kept = `${place} is restricted to listed people`;
  const missing = action === 'read' ? 'they aren’t listed' : `they aren’t listed with ${action}`;
  if (by === 'grant') return `${kept}${held.length > 0 ? `: ${listed(held)}` : `, and ${missing}`}`;
  return held.length > 0 ? listed(held) : `none of their groups allows it, and ${place} isn’t shared with them`;
};
