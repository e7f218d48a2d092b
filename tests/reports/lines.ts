import type { ConditionEntry, ReportCondition } from '#reports/conditions.ts';
import type { ReportDefinition, ReportField } from '#reports/definition.ts';
import type { Tops } from './tops.ts';
import { windowed } from './windows.ts';
import {
  blank,
  byTime,
  dayIn,
  eitherOf,
  type Holding,
  holdingOf,
  inOrders,
  meets,
  type Named,
  ofHousehold,
  ofPerson,
  ofResponse,
  type Person,
  type Response,
  seenMember,
  type World,
} from './world.ts';

/** A row before functions of groups. */
export type Line = {
  value: (named: Named) => unknown;
  /** When what stands in a column was recorded, and in what; null where nothing was. */
  recorded: (named: Named) => readonly unknown[] | null;
  /** Who is behind it; null where that is nobody. */
  person: string | null;
  /** By what it is told from others when everything else is alike. */
  ties: readonly unknown[];
  /** What windows say, by the keys of columns. */
  worked?: ReadonlyMap<string, unknown> | undefined;
  /** Whether it is not the first of its household: what households have counts once. */
  isRepeated?: boolean;
  /** Of a row that was put into a group for each of its choices: the row, and the choice in each such column. */
  origin?: Line;
  choices?: ReadonlyMap<ReportField, unknown>;
};

/** Where the rows of a report come from. */
export type Rows = {
  lines: Line[];
  holding: (named: Named) => Holding;
  /** How the column itself shows dates, where that is known. */
  format: (named: Named) => string | null;
  /** The options of a question, in their order. */
  options: (named: Named) => readonly unknown[] | undefined;
  /** Of columns of which only some groups are shown by themselves: which. */
  tops?: Tops;
};

const isId = (field: string) => /^\d+$/.test(field);
const isPersons = (field: string) => /^(client|household)_/.test(field);
const isOfPerson = (entry: ConditionEntry) => eitherOf(entry).every(({ field_name }) => isPersons(field_name));
/** What must hold of rows as they stand in the end: it speaks of several forms, or of responses that are matched to rows. */
const isOfRows =
  ({ settings }: ReportDefinition) =>
  (entry: ConditionEntry) => {
    const forms = new Set(eitherOf(entry).flatMap(({ form }) => form ?? []));
    return forms.size > 1 || [...forms].some((form) => settings.matching?.[form]);
  };
/** Conditions of response columns without a form speak of every form; beside those of people, of the form's. */
const speaksOf = (form: number, definition: ReportDefinition) => (entry: ConditionEntry) =>
  !isOfPerson(entry) &&
  !isOfRows(definition)(entry) &&
  eitherOf(entry).every((one) => isPersons(one.field_name) || (one.form ?? form) === form);

/** The forms that the columns of a report name, in their order. */
export const formsNamed = ({ fields, default_order }: ReportDefinition): number[] => [
  ...new Set(
    [
      ...fields.flatMap(({ form, elapsed }) => [form, elapsed?.until?.form]),
      ...default_order.map(({ form }) => form),
    ].filter((form) => form != null),
  ),
];

const allHold = (
  world: World,
  asked: readonly ConditionEntry[],
  value: (field: string, asked: ReportCondition) => unknown,
): boolean =>
  asked.every((entry) =>
    eitherOf(entry).some((one) =>
      meets(world, one, { value: value(one.field_name, one), holding: holdingOf(world, one.field_name) }),
    ),
  );

/** The lines that meet what is asked of rows as they stand. */
const meetingOfRows = (world: World, lines: Line[], definition: ReportDefinition): Line[] =>
  lines.filter((line) =>
    definition.conditions.and.filter(isOfRows(definition)).every((entry) =>
      eitherOf(entry).some((one) => {
        const value = line.value({ form: one.form ?? null, field: one.field_name });
        return meets(world, one, { value, holding: holdingOf(world, one.field_name) });
      }),
    ),
  );

/** Whether conditions on answers are about what windows leave. */
const isAskedAfter = ({ window, settings }: ReportDefinition): boolean =>
  window !== null && settings.conditions_after_window === true;

/** The response to a form that stands beside a row, of those that a person has. @param own the row's response to a form */
const matchedTo = (
  world: World,
  { definition, form, person }: { definition: ReportDefinition; form: number; person: Person },
  own: (form: number | null) => Response | undefined,
): Response | undefined => {
  const { response, date, at } = definition.settings.matching![form]!;
  const dayOf = (one: Response | undefined, field: string) => {
    const value = one && ofResponse(world, one, field);
    if (blank(value)) return null;
    return holdingOf(world, field) === 'timestamp' ? dayIn(world.timeZone, String(value)) : String(value);
  };
  const by = date?.field ?? 'completed_at';
  const inTurn = world.responses
    .filter((one) => one.form_id === form && one.client_id === person.id && dayOf(one, by) !== null)
    .toSorted((one, other) => {
      const key = (each: Response) => [ofResponse(world, each, by), each.completed_at, each.id];
      return inOrders(key(one), key(other));
    });
  if (response === 'latest') return inTurn.at(-1);
  const [first] = formsNamed(definition).filter((one) => !definition.settings.matching?.[one]);
  const day = dayOf(own(at?.form ?? first ?? null), at?.field ?? 'completed_at');
  if (day === null) return undefined;
  return response === 'latest_at'
    ? inTurn.findLast((one) => dayOf(one, by)! <= day)
    : inTurn.find((one) => dayOf(one, by)! >= day);
};

/** Responses of people: those of a person stand beside each other, in the order of time; some are matched to these. */
const ofClientForms = (world: World, definition: ReportDefinition): Line[] => {
  const { conditions, settings, window } = definition;
  const people = world.people.filter((person) =>
    allHold(world, conditions.and.filter(isOfPerson), (field) => ofPerson(world, person, field)),
  );
  const isAfter = isAskedAfter(definition);
  const isMatched = (form: number | null) => form !== null && settings.matching?.[form] !== undefined;
  const rowForms = formsNamed(definition).filter((form) => !isMatched(form));
  const ofForm = rowForms.map((form) => {
    const own = conditions.and.filter(speaksOf(form, definition));
    const asked = [...(isAfter ? [] : own), ...(window?.filters?.[form]?.and ?? [])];
    const askedAfter = isAfter ? own : [];
    const gone = new Set<number>();
    /** What a person has, and a response of theirs, if any. */
    const valuesOf = (person: Person, one: Response | null) => (field: string) => {
      if (isPersons(field)) return ofPerson(world, person, field);
      return one && ofResponse(world, one, field);
    };
    const met = people.flatMap((person) => {
      const all = world.responses.filter((one) => one.client_id === person.id && one.form_id === form);
      const left = all.filter((one) => allHold(world, asked, valuesOf(person, one)));
      if (all.length > 0 ? left.length === 0 : !allHold(world, asked, valuesOf(person, null))) gone.add(person.id);
      return left;
    });
    const looked = windowed({ world, definition, form, time: 'completed_at' }, met);
    const kept = looked.kept.filter((one) => {
      const person = people.find(({ id }) => id === one.client_id)!;
      return allHold(world, askedAfter, valuesOf(person, one));
    });
    if (askedAfter.length > 0)
      for (const person of people) {
        const { id } = person;
        const isAny = world.responses.some((one) => one.client_id === id && one.form_id === form);
        const isLeft = kept.some((one) => one.client_id === id);
        if (isAny ? !isLeft : !allHold(world, [...asked, ...askedAfter], valuesOf(person, null))) gone.add(id);
      }
    return { form, gone, worked: looked.worked, kept: kept.toSorted(byTime) };
  });
  const lines = people
    .filter(({ id }) => !ofForm.some(({ gone }) => gone.has(id)))
    .flatMap((person) => {
      const lists = ofForm.map(({ kept, ...more }) => ({
        ...more,
        list: kept.filter((one) => one.client_id === person.id),
      }));
      const least = settings.include_people_without_responses ? 1 : 0;
      const most = Math.max(least, ...lists.map(({ list }) => list.length));
      return Array.from({ length: most }, (_, at): Line => {
        const inRow = (form: number | null) => lists.find((one) => one.form === form)?.list[at];
        const own = (form: number | null) =>
          form !== null && isMatched(form) ? matchedTo(world, { definition, form, person }, inRow) : inRow(form);
        return {
          value: ({ form, field }) => {
            if (form === null) return ofPerson(world, person, field);
            const response = own(form);
            return response ? ofResponse(world, response, field) : null;
          },
          recorded: ({ form }) => {
            const response = own(form);
            return response ? [response.completed_at, response.id] : null;
          },
          person: String(person.id),
          ties: [person.id, at],
          worked: new Map(lists.flatMap(({ worked, list }) => [...(worked.get(list[at]?.id ?? 0) ?? [])])),
        };
      });
    });
  return meetingOfRows(world, lines, definition);
};

/** What becomes of a question: it's answered, missing, or its answer tells why there is none. */
const statusOf = (world: World, field: string, answer: unknown): string => {
  if (blank(answer)) return 'missing';
  const told = [answer].flat().map((one) => world.meanings.get(field)?.get(one));
  return told.includes(undefined)
    ? 'answered'
    : (['unknown', 'declined', 'not_collected'].find((one) => told.includes(one)) as string);
};

/** The questions of each response to a form. */
const ofQuestions = (world: World, definition: ReportDefinition): Line[] => {
  const [form = 0] = formsNamed(definition);
  const { and } = definition.conditions;
  const isOfQuestion = (entry: ConditionEntry) =>
    eitherOf(entry).some(({ field_name }) => field_name === 'question' || field_name === 'answer_status');
  const responses = ofClientForms(world, {
    ...definition,
    conditions: { and: and.filter((one) => !isOfQuestion(one)) },
  });
  const lines = responses.flatMap((line) =>
    (world.questions.get(form) ?? []).map((question, place): Line => {
      const answer_status = statusOf(world, question, line.value({ form, field: question }));
      const own: Record<string, string> = { question, answer_status };
      return { ...line, value: (named) => own[named.field] ?? line.value(named), ties: [...line.ties, place] };
    }),
  );
  return lines.filter((line) =>
    and.filter(isOfQuestion).every((entry) =>
      eitherOf(entry).some((one) =>
        meets(world, one, {
          value: line.value({ form: isPersons(one.field_name) ? null : form, field: one.field_name }),
          holding: holdingOf(world, one.field_name),
        }),
      ),
    ),
  );
};

/** What strangers sent, with the person beside it whom one may see. */
const ofPublicForms = (world: World, definition: ReportDefinition): Line[] => {
  const [form = 0] = formsNamed(definition);
  const { conditions, window } = definition;
  const personOf = ({ client_id }: Response) => world.people.find(({ id }) => id === client_id);
  const valueIn = (one: Response, field: string) => {
    if (field === 'client_link') return one.is_linked === true;
    if (!/^(client|household)_/.test(field)) return ofResponse(world, one, field);
    const person = personOf(one);
    return person ? ofPerson(world, person, field) : null;
  };
  const isAfter = (entry: ConditionEntry) => isAskedAfter(definition) && !isOfPerson(entry);
  const asked = [...conditions.and.filter((one) => !isAfter(one)), ...(window?.filters?.[form]?.and ?? [])];
  const met = world.instances
    .filter((one) => one.form_id === form)
    .map((one) => ({ ...one, client_id: personOf(one)?.id ?? null }))
    .filter((one) => allHold(world, asked, (field) => valueIn(one, field)));
  const { kept, worked } = windowed({ world, definition, form, time: 'completed_at' }, met);
  const left = kept.filter((one) => allHold(world, conditions.and.filter(isAfter), (field) => valueIn(one, field)));
  return left.map((one) => ({
    value: ({ field }) => valueIn(one, field),
    recorded: () => [one.completed_at, one.id],
    person: one.client_id === null ? `instance ${one.id}` : String(one.client_id),
    ties: [one.client_id, one.completed_at, one.id],
    worked: worked.get(one.id),
  }));
};

/** Records, and beside each the one that it picks. */
const ofInternalForms = (world: World, definition: ReportDefinition): Line[] => {
  const named = formsNamed(definition);
  const all = named.map((form) => world.records.filter(({ form_id }) => form_id === form));
  const picks = (one: Response) =>
    Object.values(one.answers).flatMap((value) =>
      value !== null && typeof value === 'object' && 'record_id' in value ? [Number(value.record_id)] : [],
    );
  const isPicking = named.map((form) => world.records.some((one) => one.form_id === form && picks(one).length > 0));
  const first = named.length > 1 && isPicking[1] ? 1 : 0;
  const [form = 0, other] = [named[first], named[1 - first]];
  const pickedBy = (one: Response) =>
    other === undefined ? undefined : all[1 - first]?.find(({ id }) => picks(one).includes(id));
  const valueIn = (one: Response, named: Named) => {
    const response = named.form === other && other !== undefined ? pickedBy(one) : one;
    return response ? ofResponse(world, response, named.field) : null;
  };
  const { conditions, window } = definition;
  const own = [
    ...named.flatMap((one) => conditions.and.filter(speaksOf(one, definition)).map((entry) => ({ entry, form: one }))),
    // A record and the one that it picks stand beside each other from the start.
    ...conditions.and.filter(isOfRows(definition)).map((entry) => ({ entry, form })),
  ];
  const isAfter = (asked: (typeof own)[number]) => isAskedAfter(definition) && asked.form === form;
  const asked = [
    ...own.filter((one) => !isAfter(one)),
    ...(window?.filters?.[form]?.and ?? []).map((entry) => ({ entry, form })),
  ];
  const areMet = (conditions: readonly (typeof own)[number][]) => (one: Response) =>
    conditions.every(({ entry, form }) =>
      allHold(world, [entry], (field, asked) => valueIn(one, { form: asked.form ?? form, field })),
    );
  const met = (all[first] ?? []).filter(areMet(asked));
  const { kept, worked } = windowed({ world, definition, form, time: 'created_at' }, met);
  return kept.filter(areMet(own.filter(isAfter))).map((one) => ({
    value: (named) => valueIn(one, named),
    recorded: ({ form }) => {
      const response = form === other && other !== undefined ? pickedBy(one) : one;
      return response ? [response.created_at, response.id] : null;
    },
    person: null,
    ties: [one.created_at, one.id],
    worked: worked.get(one.id),
  }));
};

const filtersOf = (fields: readonly ReportField[]) =>
  fields.flatMap(({ filters }) => (filters?.and ?? []).flatMap(eitherOf));

/** The fields that are shown, and all that a report reads. */
const answersNamed = ({ fields, conditions, default_order }: ReportDefinition) => {
  const shown = [...fields, ...default_order].flatMap(({ field }) => (isId(field ?? '') ? [String(field)] : []));
  const asked = [...conditions.and.flatMap(eitherOf), ...filtersOf(fields)]
    .map(({ field_name }) => field_name)
    .filter(isId);
  const untils = fields.flatMap(({ elapsed }) => elapsed?.until?.field ?? []).filter(isId);
  return { shown: [...shown, ...untils], used: [...new Set([...shown, ...untils, ...asked])] };
};

const answersAny = (one: Response, fields: readonly string[]) => fields.some((field) => !blank(one.answers[field]));

/** Of each column the latest value that is not blank, of what somebody answered of these fields. */
const latestOf = (world: World, client_id: number | null, used: readonly string[]) => {
  const own = world.responses.filter((one) => one.client_id === client_id && answersAny(one, used)).toSorted(byTime);
  const value = (field: string) => {
    if (field === 'completed_at') return own.at(-1)?.completed_at ?? null;
    // A part of an address is that of the latest address, also where that has none.
    const [whole = field] = field.split('.');
    const latest = own.findLast((one) => !blank(ofResponse(world, one, whole)));
    return latest ? ofResponse(world, latest, field) : null;
  };
  return { value, isAny: own.length > 0 };
};

const ofFields = (world: World, definition: ReportDefinition): Line[] => {
  const { conditions, settings } = definition;
  const { shown, used } = answersNamed(definition);
  const lineOf = (person: Person, own: (field: string) => unknown, one?: Response): Line => ({
    value: ({ field }) => (/^(client|household)_/.test(field) ? ofPerson(world, person, field) : own(field)),
    recorded: () => (one ? [one.completed_at, one.id] : null),
    person: String(person.id),
    ties: one ? [person.id, one.completed_at, one.id] : [person.id],
  });
  const all = world.people.flatMap((person) => {
    if (!settings.all_answers) {
      const { value } = latestOf(world, person.id, used);
      return shown.some((field) => !blank(value(field))) ? [lineOf(person, value)] : [];
    }
    return world.responses
      .filter((one) => one.client_id === person.id && answersAny(one, shown))
      .map((one) => lineOf(person, (field) => ofResponse(world, one, field), one));
  });
  return all.filter((line) => allHold(world, conditions.and, (field) => line.value({ form: null, field })));
};

const ofHouseholdItself = (field: string) => field.startsWith('household_');
const isOfHouse = (entry: ConditionEntry) => eitherOf(entry).every(({ field_name }) => ofHouseholdItself(field_name));

/** Households with somebody who may be seen; or their members, where anything is read of these. */
const ofHouseholds = (world: World, definition: ReportDefinition): Line[] => {
  const { conditions, settings, fields, default_order } = definition;
  const { used } = answersNamed(definition);
  const read = [...fields, ...default_order].flatMap(({ field }) => field ?? []);
  const isOfMembers =
    settings.per_member ||
    [...read, ...filtersOf(fields).map((one) => one.field_name)].some((one) => !ofHouseholdItself(one));
  return world.households.flatMap((household): Line[] => {
    const members = household.members.flatMap((member) => {
      const seen = seenMember(world, member);
      return seen ? [{ member, seen }] : [];
    });
    if (!members.some(({ member }) => member.client_id !== null)) return [];
    const own = (field: string) => ofHousehold(world, household, field);
    if (!allHold(world, conditions.and.filter(isOfHouse), own)) return [];
    const ofMembers = conditions.and.filter((entry) => !isOfHouse(entry));
    const met = members
      .toSorted((left, right) => left.member.id - right.member.id)
      .map(({ member, seen }) => {
        const latest = latestOf(world, member.client_id, used);
        return {
          member,
          value: (field: string) => (field.startsWith('client_') ? ofPerson(world, seen, field) : latest.value(field)),
        };
      })
      .filter(({ value }) =>
        allHold(world, ofMembers, (field) => (ofHouseholdItself(field) ? own(field) : value(field))),
      );
    if (!isOfMembers) {
      const line = { value: ({ field }: Named) => own(field), recorded: () => null, ties: [household.id] };
      return met.length > 0 ? [{ ...line, person: `household ${household.id}` }] : [];
    }
    return met.map(({ member, value }, index) => ({
      value: ({ field }) => (ofHouseholdItself(field) ? own(field) : value(field)),
      recorded: () => null,
      person: member.client_id === null ? `member ${member.id}` : String(member.client_id),
      ties: [household.id, member.id],
      isRepeated: !settings.per_member && index > 0,
    }));
  });
};

/** People, or responses, as tables. */
const ofTable = (world: World, { settings, conditions }: ReportDefinition): Line[] => {
  const rows: Line[] =
    settings.table === 'people'
      ? world.people.map((person) => ({
          value: ({ field }) => ofPerson(world, person, field),
          recorded: () => null,
          person: String(person.id),
          ties: [person.id],
        }))
      : world.responses.map((one) => ({
          value: ({ field }) => ofResponse(world, one, field),
          recorded: () => [one.completed_at, one.id],
          person: String(one.client_id),
          ties: [one.id],
        }));
  return rows.filter((line) => allHold(world, conditions.and, (field) => line.value({ form: null, field })));
};

const sources: Partial<
  Record<ReportDefinition['report_type'], (world: World, definition: ReportDefinition) => Line[]>
> = {
  client_forms: ofClientForms,
  data_quality: ofQuestions,
  public_forms: ofPublicForms,
  internal_forms: ofInternalForms,
  fields: ofFields,
  household: ofHouseholds,
  system: ofTable,
};

const withoutArchived = (world: World): World => {
  const people = world.people.filter(({ is_archived }) => !is_archived);
  const isThere = (id: number | null) => people.some((person) => person.id === id);
  return {
    ...world,
    people,
    responses: world.responses.filter(({ client_id }) => isThere(client_id)),
    instances: world.instances.map((one) => (isThere(one.client_id) ? one : { ...one, client_id: null })),
  };
};

/** Figures count people who were archived, unless the report says otherwise; lists and households don't. */
const countsArchived = ({ report_type, settings, fields, window }: ReportDefinition) =>
  report_type !== 'household' && (settings.archived_people ?? (window !== null || fields.some(({ agg }) => agg)));

/** The rows of a report that is built on no other, before groups and in no order. */
export const rowsOf = (world: World, definition: ReportDefinition): Rows => ({
  lines:
    sources[definition.report_type]?.(countsArchived(definition) ? world : withoutArchived(world), definition) ?? [],
  holding: ({ field }) => holdingOf(world, field),
  format: () => null,
  options: ({ field }) => world.options.get(field),
});

/**
 * The lines of which it is known when what stands in a column was recorded, in that order, or in that of a date. Where the
 * last is wanted, lines without the date come first.
 */
export const inTime = (
  lines: readonly Line[],
  { named, by, isLastWanted }: { named: Named; by: Named | null; isLastWanted: boolean },
): Line[] => {
  const dated = (line: Line) => {
    const date = by === null ? null : line.value(by);
    return blank(date) ? null : date;
  };
  const key = (line: Line) => [dated(line), ...(line.recorded(named) ?? [])];
  const known = lines.filter((line) => line.recorded(named) !== null);
  const sorted = known.toSorted((left, right) => inOrders(key(left), key(right)));
  if (!isLastWanted) return sorted;
  return [...sorted.filter((line) => dated(line) === null), ...sorted.filter((line) => dated(line) !== null)];
};
