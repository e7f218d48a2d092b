import { formatDate } from '#forms/calendar.ts';
import { presetOf } from '#forms/logic/presets.ts';
import { capital, presetWords } from '#forms/words/condition-words.ts';
import type { Column } from '#reports/columns.ts';
import type { AskedParameter } from '#reports/parameters.ts';
import { holds } from '#server/access/demands.ts';
import { visibleInternalRecords } from '#server/access/scopes.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { type ReportContext, type ViewerCalendar, viewingOf } from './context.ts';
import { askedOf } from './kinds/kind.ts';
import { memberLabels } from './member-labels.ts';

/** What readers are asked, with what was chosen in words: "Last month (10/01/2026 to 10/31/2026)". */
export type AskedInWords = AskedParameter & { display_value: string };

type Labels = ReadonlyMap<string, string>;

const between = (first: string, last: string) =>
  first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;

const periodWords = (value: AskedParameter['value'], viewing: ViewerCalendar): string => {
  if (value === null) return 'Any time';
  if (Array.isArray(value)) return between(String(value[0]), String(value[1]));
  const days = presetOf(value, viewing);
  const name = capital(presetWords(value));
  return days && 'first' in days ? `${name} (${between(days.first, days.last)})` : name;
};

const chosenOf = ({ value, default: usual }: AskedParameter): string[] =>
  [value, usual].flatMap((list) => (Array.isArray(list) ? list.map(String) : []));

/** The records that were chosen by their titles, as far as the caller may see them. */
const recordLabels = async (context: ReportContext, asked: AskedParameter): Promise<Labels> => {
  const ids = chosenOf(asked).map(Number).filter(Number.isSafeInteger);
  if (ids.length === 0) return new Map();
  const rows = await ofOrganization(context.tx, 'responses', context.caller)
    .select(['id', 'title'])
    .where('id', '=', among(ids))
    .where('form_id', '=', asked.column?.internal_form_id ?? 0)
    .where(visibleInternalRecords(context.caller, 'read'))
    .execute();
  return new Map(rows.map(({ id, title }) => [String(id), title || `Record ${id}`]));
};

/** Members by name. Those who can't list members can choose themselves and the members of the default. */
const userLabels = async (context: ReportContext, asked: AskedParameter): Promise<Labels> => {
  const { caller, tx } = context;
  const all = await memberLabels(context);
  const usual = Array.isArray(asked.default) ? asked.default.map(String) : [];
  const known = new Set([String(caller.person.id), ...usual]);
  if (holds(caller, { entity: 'users', action: 'read' }))
    for (const { id } of await ofOrganization(tx, 'memberships', caller).select('id').execute()) known.add(String(id));
  return new Map([...all].filter(([id]) => known.has(id)));
};

const optionsOf = (labels: Labels): Column['options'] =>
  [...labels]
    .map(([id, label]) => ({ value: Number(id), label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en') || one.value - other.value);

const ofColumn = ({ options = [] }: Column): Labels =>
  new Map(options.map(({ value, label }) => [String(value), label]));

const choiceInWords = async (context: ReportContext, asked: AskedParameter): Promise<AskedInWords> => {
  const { column, value } = asked;
  const told = (labels: Labels, unknown: (value: string) => string) =>
    Array.isArray(value) ? value.map((one) => labels.get(String(one)) ?? unknown(String(one))).join(', ') : 'All';
  if (!column || column.restricted)
    return { ...askedOf(asked), display_value: told(new Map(), () => 'A choice you can’t see') };
  if (column.result === 'record')
    return { ...asked, display_value: told(await recordLabels(context, asked), () => 'A record you can’t see') };
  if (column.result !== 'user') return { ...asked, display_value: told(ofColumn(column), (one) => one) };
  const labels = await userLabels(context, asked);
  return {
    ...asked,
    column: { ...column, options: optionsOf(labels) },
    display_value: told(labels, () => 'Another person'),
  };
};

/** What readers are asked, with what was chosen in words, and for choices with what the caller can choose. */
export const askedInWords = (context: ReportContext, parameters: readonly AskedParameter[]): Promise<AskedInWords[]> =>
  Promise.all(
    parameters.map(async (one) =>
      one.type === 'choice'
        ? choiceInWords(context, one)
        : { ...one, display_value: periodWords(one.value, viewingOf(context.caller)) },
    ),
  );
