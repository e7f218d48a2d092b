import type { itemTypes, SmartCondition, SmartConditions } from '#contract/resources/data-groups.ts';
import { formatDate } from '#forms/calendar.ts';

/** What the types of record are called. */
export const typeWords: Record<keyof typeof itemTypes, string> = { Client: 'People', ClientForm: 'Form Response' };

export type Creator = { type: 'User' | 'PermissionGroup'; id: number; name: string | null };

/** Who is meant, also when they are gone. */
export const creatorWords = ({ type, name }: Creator): string => {
  if (type === 'User') return name ?? 'a former user';
  return name === null ? 'anyone in a deleted permission group' : `anyone in ${name}`;
};

const isDay = (value: string) => /^\d{4}-/.test(value);

/** "this month", "the last 90 days", "11/20/2026". */
export const daysWords = (value: string | readonly [string, string]): string => {
  if (typeof value !== 'string') return `${formatDate(value[0])} to ${formatDate(value[1])}`;
  if (isDay(value)) return formatDate(value);
  return value.startsWith('last ') && value.endsWith(' days') ? `the ${value}` : value;
};

type Part = { text: string; strong?: true };

const partsOf = (one: SmartCondition, creators: readonly Creator[]): Part[] => {
  switch (one.field_name) {
    case 'item_type':
      return [
        { text: 'their type', strong: true },
        { text: ' is ' },
        {
          text: [one.value]
            .flat()
            .map((type) => typeWords[type])
            .join(' or '),
          strong: true,
        },
      ];
    case 'created_at':
      return [
        { text: 'they were ' },
        { text: 'created', strong: true },
        { text: ' in ' },
        { text: daysWords(one.value), strong: true },
      ];
    case 'whodunnit': {
      const { type, id } = one.value;
      const creator = creators.find((each) => each.type === type && each.id === id) ?? { type, id, name: null };
      return [{ text: 'they were created by ' }, { text: creatorWords(creator), strong: true }];
    }
  }
};

/** The conditions as a sentence, and what there is to know of them. */
export const sentencesOf = ({ and }: SmartConditions, creators: readonly Creator[]): { said: Part[]; note: string } => {
  const conditions = and.flatMap((one, index) => [
    ...(index > 0 ? [{ text: ' and ' }] : []),
    ...partsOf(one, creators),
  ]);
  const moving = and.flatMap((one) =>
    one.field_name === 'created_at' && typeof one.value === 'string' && !isDay(one.value)
      ? [`“${daysWords(one.value)}”`]
      : [],
  );
  const groups = creators.flatMap(({ type, name }) => (type === 'PermissionGroup' && name ? [name] : []));
  return {
    said: [{ text: 'Records are added when ' }, ...conditions, { text: '.' }],
    note: [
      `Checked when a record is saved${moving.length ? `, and every night because ${moving.join(' and ')} changes` : ''}.`,
      ...(groups.length ? [`Only people who were in ${groups.join(' and ')} at that time count.`] : []),
    ].join(' '),
  };
};
