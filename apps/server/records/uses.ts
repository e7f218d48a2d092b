import type { Reference } from '#forms/definition/references.ts';
import type { Issue } from '#forms/issue.ts';
import { refuse } from '#server/kit/problem.ts';
import { type UseContext, type UseKindName, type UsingDefinition, useKinds } from './use-kinds.ts';

/** What uses a thing. */
export type Use = Omit<UsingDefinition, 'references'> & { kind: UseKindName; of: Reference };

const keyOf = (one: Reference) => `${one.thing} ${one.id} ${one.thing === 'option' ? one.value : ''}`;

/** What belongs to a form, or refers to itself, goes with it. */
const isOwn = ({ kind, id, form }: Pick<Use, 'kind' | 'id' | 'form'>, { thing, id: of }: Reference): boolean =>
  (thing === 'form' && (form?.id === of || (kind === 'form' && id === of))) ||
  ((thing === 'field' || thing === 'option') && kind === 'field' && id === of);

/**
 * Returns what uses some things of one kind, whether or not the caller can see it: kind by kind, each in its usual order,
 * and once for each thing that it uses.
 * @param kinds those to ask for; all of them when left out
 */
export const usesOf = async (
  context: UseContext,
  things: readonly Reference[],
  kinds: readonly UseKindName[] = Object.keys(useKinds) as UseKindName[],
): Promise<Use[]> => {
  const [first] = things;
  if (!first) return [];
  const { thing } = first;
  const search = { thing, ids: [...new Set(things.map(({ id }) => id))] };
  const wanted = new Map(things.map((one) => [keyOf(one), one]));
  const asked = kinds.filter((kind) => (useKinds[kind].things as readonly Reference['thing'][]).includes(thing));
  const found = await Promise.all(asked.map((kind) => useKinds[kind].find(context, search)));
  const uses = asked.flatMap((kind, place) =>
    (found[place] as UsingDefinition[]).flatMap(({ references, ...definition }) =>
      references.flatMap((reference) => {
        const of = wanted.get(keyOf(reference));
        return of && !isOwn({ ...definition, kind }, of) ? [{ ...definition, kind, of }] : [];
      }),
    ),
  );
  return [...new Map(uses.map((one) => [`${one.kind} ${one.form?.id} ${one.id} ${keyOf(one.of)}`, one])).values()];
};

/** So many of a kind are named. */
const maxNamed = 10;

const list = new Intl.ListFormat('en-US');
const counted = (count: number, [one, several]: readonly [string, string]) =>
  count === 1 ? `a ${one}` : `${count.toLocaleString('en-US')} ${several}`;

const nameOf = ({ name, form }: Use): string[] =>
  name === null ? [] : [form ? `“${name}” (${form.name})` : `“${name}”`];

/** The uses of one kind: by name, those without a name and those that the caller can't see by their number. */
const wordsOf = (kind: UseKindName, uses: readonly Use[]): string[] => {
  const { words } = useKinds[kind];
  const visible = uses.filter((one) => one.visible);
  const names = visible.flatMap(nameOf);
  const others = uses.length - visible.length;
  const nameless = visible.length - names.length + Math.max(0, names.length - maxNamed);
  const named = names.slice(0, maxNamed);
  return [
    ...(named.length > 0 ? [`the ${words[named.length === 1 ? 0 : 1]} ${list.format(named)}`] : []),
    ...(nameless > 0 ? [named.length > 0 ? `${nameless} more` : counted(nameless, words)] : []),
    ...(others > 0 ? [`${counted(others, words)} that you can’t see`] : []),
  ];
};

/**
 * Says of a thing what uses it, naming what the caller can see; nothing while nothing does.
 * @param subject what the sentence begins with: "This field"
 */
export const useIssues = (subject: string, uses: readonly Use[], path = 'base'): Issue[] => {
  if (uses.length === 0) return [];
  const words = [...Map.groupBy(uses, ({ kind }) => kind)].flatMap(([kind, ofKind]) => wordsOf(kind, ofKind));
  return [{ path, message: `${subject} is used by ${list.format(words)}. Remove it there first.` }];
};

/** Refuses to delete what something uses. @throws invalid, as `useIssues` says */
export const refuseInUse = async (context: UseContext, subject: string, thing: Reference): Promise<void> => {
  refuse(useIssues(subject, await usesOf(context, [thing])));
};

/**
 * Refuses to remove calculations that notifications or reports use. The form's own rules and calculations may change with
 * them: `checkReferences` looks at those as they are afterwards.
 * @param removed each with the path of what asks to remove it
 * @throws invalid
 */
export const refuseRemovedInUse = async (
  context: UseContext,
  removed: readonly { id: number; name: string; path: string }[],
): Promise<void> => {
  const things = removed.map(({ id }): Reference => ({ thing: 'calculation', id }));
  const uses = Map.groupBy(await usesOf(context, things, ['notification', 'report']), ({ of }) => of.id);
  refuse(removed.flatMap(({ id, name, path }) => useIssues(`The calculation “${name}”`, uses.get(id) ?? [], path)));
};
