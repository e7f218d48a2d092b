import fc from 'fast-check';
import { datePresets } from '#forms/logic/presets.ts';
import {
  type Aggregate,
  aggregates,
  compareOperations,
  type OrderFunction,
  orderFunctions,
  rowFunctions,
} from '#reports/columns.ts';
import { type ElapsedUnit, elapsedUnits } from '#reports/elapsed.ts';
import type { FirstToLatestValue } from '#reports/first-to-latest.ts';
import { momentFormats } from '#reports/moment-formats.ts';
import { operatorsOf } from '#reports/operators.ts';
import { isOfQuestion } from '#reports/questions.ts';
import { type Share, sharable } from '#reports/shares.ts';
import type { DefinitionDraft } from '#tests/server/reporting.ts';
import { holdingAfter } from './groups.ts';
import { groupingOf } from './periods.ts';
import { type Holding, isNumeric } from './world.ts';

/** A column that a report may have. */
export type Col = {
  form: number | null;
  field: string;
  holding: Holding;
  /** The part of an address that it shows: text, which conditions know as a part of an address. */
  component?: string;
  /** How it shows dates by itself. */
  format?: string | null;
  /** Of the time from a date until another: what conditions know as that date. */
  elapsed?: { unit: ElapsedUnit; until: Pick<Col, 'form' | 'field'> | null; of: Holding };
  /** What it shows of the first and the latest answer: conditions know it as the answer. */
  ends?: { show: FirstToLatestValue; better?: 'higher' | 'lower'; of: Holding };
};

/** What conditions compare with: days around which something happened, IDs of records and members that there are. */
export type Operands = {
  days: readonly string[];
  ids: readonly number[];
  records: readonly number[];
  users: readonly number[];
};

/** What definitions of one kind are made of. */
export type Ground = Pick<DefinitionDraft, 'report_type'> & {
  /** One of each of these stands first. */
  leading: readonly (readonly Col[])[];
  /** What else may be shown. */
  columns: readonly Col[];
  /** What conditions may be about besides. */
  asked?: readonly Col[];
  settings?: readonly NonNullable<DefinitionDraft['settings']>[];
  modes: readonly ('none' | 'agg' | 'window')[];
  /** Whether a column may be worked out of groups by what was recorded first or last. */
  isTimed?: (column: Col) => boolean;
  /** Whether a column tells nothing by itself: it is worked out of a group. */
  isWorkedOut?: (column: Col) => boolean;
  /** What an Aggregate calls its functions. */
  agg?: 'agg' | 'agg_query';
  /** By how many columns it groups at most. */
  groups?: number;
};

/** A range begins with its smaller value. */
const inOrder = <T>([one, other]: [T, T]): [T, T] => (one > other ? [other, one] : [one, other]);

const number = fc.constantFrom(-1, 0, 2.5, 4, 5, 10, 30);
const operandOf = ({ days, ids, records, users }: Operands, { field, holding }: Col): fc.Arbitrary<unknown> => {
  if (field.endsWith('_id')) return fc.constantFrom(...ids);
  // Which days a week has is up to the organization.
  const week = fc.constantFrom('last week', 'this week', 'next week');
  const day = fc.oneof(fc.constantFrom(...days), fc.constantFrom(...datePresets), week);
  const operands: Partial<Record<Holding, fc.Arbitrary<unknown>>> = {
    choice: fc.constantFrom('red', 'blue', 'female', 'e'),
    choices: fc.constantFrom('red', 'green', 'e'),
    number,
    scale: fc.constantFrom(0, 2, 10, 5),
    time: fc.constantFrom('00:00', '09:05', '10:30', '23:59'),
    address: fc.constantFrom('main', 'Troy', '12 oak', ','),
    record: fc.constantFrom(...records),
    user: fc.constantFrom(...users),
    date: day,
    timestamp: day,
  };
  return operands[holding] ?? fc.constantFrom('ana', 'AN', 'zoë', '1', 'Moss', 'household', 'visit');
};

/** A condition on a column, such as a person could have made. */
const conditionOn = (operands: Operands, column: Col): fc.Arbitrary<object> => {
  const { form, field, component, elapsed, ends } = column;
  const holding = component ? 'address' : (elapsed?.of ?? ends?.of ?? column.holding);
  const operators = field === 'client_link' ? (['TRUE', 'FALSE'] as const) : operatorsOf[holding];
  return fc.constantFrom(...operators).chain((op) => {
    const asked = { ...(form === null ? {} : { form }), field_name: field, op };
    if (['EMPTY', 'NEMPTY', 'TRUE', 'FALSE'].includes(op)) return fc.constant(asked);
    const weekdays = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 3 });
    if (op === 'DOW' || op === 'NDOW') return weekdays.map((value) => ({ ...asked, value }));
    const operand = operandOf(operands, { ...column, holding });
    const several = fc.array(operand, { minLength: 1, maxLength: 3 });
    const value = ['IN', 'NIN'].includes(op)
      ? several
      : op.endsWith('RANGE')
        ? fc.tuple(operand, operand).map(inOrder)
        : operand;
    return value.map((value) => ({ ...asked, value }));
  });
};

/** A condition on one of these columns of the report, which hold numbers that it computes; undefined without any. */
const onComputed = (operands: Operands, places: readonly number[]): fc.Arbitrary<object | undefined> =>
  places.length === 0
    ? fc.constant(undefined)
    : fc
        .constantFrom(...places)
        .chain((place) => conditionOn(operands, { form: null, field: `c${place + 1}`, holding: 'number' }))
        .map((one) => ({ ...one, type: 'column' }));

/** Sometimes several conditions of which one must hold, in place of one. */
const orSeveral = (one: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.oneof(
    { weight: 3, arbitrary: one },
    { weight: 1, arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }).map((or) => ({ or })) },
  );

/** The places of columns that show the time between two dates, or numbers of first and latest answers. */
const timesIn = (columns: readonly (Col | null)[]): number[] =>
  columns.flatMap((one, place) => (one?.elapsed || (one?.ends && one.holding === 'number') ? [place] : []));

const some = <T>(list: readonly T[], most: number): fc.Arbitrary<T[]> =>
  list.length > 0 ? fc.array(fc.constantFrom(...list), { maxLength: most }) : fc.constant([]);
const letter = (index: number) => String.fromCharCode(65 + index);

/** What figures are to come to, and whether they are shown as a percentage of that. */
const target = fc.constantFrom({ target: 50 }, { target: 0.5, share: 'target' });

/** A formula over the columns that hold numbers or days, when there are any. */
const formulaOver = (holdings: readonly Holding[]): fc.Arbitrary<{ formula: string }[]> => {
  const isDay = (one: Holding) => one === 'date' || one === 'timestamp';
  const usable = holdings.flatMap((one, index) => (isNumeric(one) || isDay(one) ? [letter(index)] : []));
  if (usable.length === 0) return fc.constant([]);
  const next = fc.tuple(fc.constantFrom('+', '-', '*', '/'), fc.constantFrom(...usable, ...usable, '2', '100', '0.5'));
  const inside = fc.option(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })));
  // What days come to is no number.
  const targeted = holdings.some(isDay) ? fc.constant(null) : fc.option(target, { freq: 2 });
  return fc
    .tuple(fc.constantFrom(...usable), fc.array(next, { minLength: 1, maxLength: 3 }), inside, targeted)
    .map(([first, more, inside, targeted]) => {
      const parts = [first, ...more.map(([, part]) => part)];
      const [from, until] = inside ? [inside[0], Math.min(inside[0] + inside[1], more.length)] : [0, 0];
      const isInside = until > from && /[A-Z]/.test(parts[from]!);
      const shown = parts.map((part, at) => {
        if (!isInside) return part;
        return at === from ? `(${part}` : at === until ? `${part})` : part;
      });
      const formula = shown.map((part, at) => (at === 0 ? part : `${more[at - 1]![0]} ${part}`)).join(' ');
      return [{ type: 'operation', formula, ...targeted }];
    });
};

const named = ({ form, field }: Col) => ({ form, field });
const shownBy = ({ component, elapsed, ends, ...one }: Col) => ({
  ...named(one),
  ...(ends ? { first_to_latest: { show: ends.show, ...(ends.better && { better: ends.better }) } } : {}),
  ...(component ? { component } : {}),
  ...(elapsed ? { elapsed: { unit: elapsed.unit, until: elapsed.until } } : {}),
});
const isMoment = ({ holding, component }: Col) => !component && (holding === 'date' || holding === 'timestamp');

/** Columns, some dates among them as the time until another one, or until today. */
const withElapsed = (columns: readonly Col[], untils: readonly Col[]): fc.Arbitrary<Col[]> =>
  fc.tuple(
    ...columns.map((one): fc.Arbitrary<Col> => {
      const ofSame = untils.filter(({ form }) => columns.some((other) => other.form === form) || form === null);
      const until = fc.constantFrom(null, ...ofSame.map(named));
      const unit = fc.constantFrom(...(Object.keys(elapsedUnits) as ElapsedUnit[]));
      if (!isMoment(one) || one.ends) return fc.constant(one);
      return fc.option(fc.record({ unit, until })).map((elapsed) => {
        if (!elapsed) return one;
        const { format: _, ...rest } = one;
        return { ...rest, holding: 'number', elapsed: { ...elapsed, of: one.holding } };
      });
    }),
  );

/** Columns, some of a form as what they show of first and latest answers. */
const withEnds = (columns: readonly Col[], main: number): fc.Arbitrary<Col[]> =>
  fc.tuple(
    ...columns.map((one): fc.Arbitrary<Col> => {
      const isApart = one.form !== main || one.component || ['choices', 'file', 'address'].includes(one.holding);
      if (isApart) return fc.constant(one);
      const shows = fc.constantFrom<FirstToLatestValue>(
        ...(['first', 'latest'] as const),
        ...(isNumeric(one.holding) ? (['change', 'direction', 'direction'] as const) : []),
      );
      return fc.option(fc.record({ show: shows, lower: fc.boolean() }), { freq: 3 }).map((drawn) => {
        if (!drawn) return one;
        const { show, lower } = drawn;
        const holding = show === 'change' ? 'number' : show === 'direction' ? 'choice' : one.holding;
        return {
          ...one,
          holding,
          ends: { show, of: one.holding, ...(show === 'direction' && lower && { better: 'lower' as const }) },
        };
      });
    }),
  );

/** How the responses to a form are told apart along time. */
type Along = { main: number; by: Col; order: OrderFunction | null; partition: Col | null };

const alongTime = (main: number, all: readonly Col[], isGrouped: boolean): fc.Arbitrary<Along> => {
  const own = all.filter((one) => !isOfQuestion(one));
  const isOrderable = ({ holding, component }: Col) =>
    !component && !['choices', 'boolean', 'address', 'file'].includes(holding);
  const apart = own.filter(({ holding, component }) => !component && holding !== 'file');
  return fc.record({
    main: fc.constant(main),
    by: fc.constantFrom(...own.filter(isOrderable)),
    order: isGrouped
      ? fc.constantFrom(...orderFunctions, 'compare' as const)
      : fc.constantFrom(null, ...orderFunctions),
    partition: fc.option(fc.constantFrom(...apart), { freq: 3 }),
  });
};

const windowBy = ({ main, by, order, partition }: Along) => ({
  partition_field: partition && { ...named(partition), type: 'field' as const },
  window: { order_fields: { [main]: [{ ...named(by), function: order }] } },
});

/** What has a top. */
const worded: readonly Holding[] = ['text', 'choice', 'scale', 'choices', 'address', 'file', 'record', 'user'];

/** Where bands begin. */
const bands = fc.constantFrom([0, 6, 14, 18, 25], [1], [-3, 0.5, 4, 30, 365]);

/** What a report does with its rows: its columns as they are sent, and what these hold then. */
type Worked = { fields: object[]; holdings: Holding[] } & Pick<DefinitionDraft, 'window' | 'partition_field'>;

const inGroups = (ground: Ground, operands: Operands, columns: readonly Col[]): fc.Arbitrary<Worked> => {
  const { isTimed = () => false, isWorkedOut = () => false, agg: name = 'agg', groups = 9 } = ground;
  const functionsOn = (one: Col) =>
    (Object.keys(aggregates) as Aggregate[]).filter(
      (agg) =>
        (isTimed(one) || !['first', 'last'].includes(agg)) &&
        (one.holding === 'boolean' || !agg.endsWith('_true')) &&
        (agg !== 'count_households' || (one.field === 'household_id' && ground.report_type !== 'household')),
    );
  // What is known of a household is narrowed by what is known of it.
  const isAlike = (one: Col) => (other: Col) => isWorkedOut(one) || !isWorkedOut(other);
  const each = columns.map((one) =>
    fc.tuple(
      fc.option(fc.constantFrom(...functionsOn(one)), { freq: isWorkedOut(one) ? 1e9 : 2 }),
      fc.option(
        fc.oneof(
          orSeveral(fc.constantFrom(...columns.filter(isAlike(one))).chain((other) => conditionOn(operands, other))),
          onComputed(operands, timesIn(columns.map((other) => (isAlike(one)(other) ? other : null)))),
        ),
      ),
      fc.option(fc.constantFrom(...momentFormats)),
      fc.option(fc.nat(), { freq: 2 }),
      fc.option(fc.constantFrom<Share>('total', 'group', 'target'), { freq: 2 }),
      fc.option(bands, { freq: 2 }),
      fc.boolean(),
      fc.option(fc.record({ count: fc.integer({ min: 1, max: 3 }), place: fc.option(fc.nat()) }), { freq: 2 }),
    ),
  );
  const shareOf = (agg: Aggregate, share: Share | null, { count, holding }: { count: number; holding: Holding }) => {
    if (share === 'target') return holdingAfter(agg, holding) === 'number' ? { share, target: 40 } : {};
    return share && sharable.includes(agg) && (share === 'total' || count > 1) ? { share } : {};
  };
  /** A date of the form of a column that first and last go by. */
  const byOf = (one: Col, place: number | null): string | undefined => {
    const dates = ground.columns.filter((other) => other.form === one.form && isMoment(other));
    return place === null ? undefined : dates[place % dates.length]?.field;
  };
  const working = fc.constantFrom<Aggregate>(
    ...(['sum', 'avg', 'median', 'min', 'max', 'count', 'count_distinct', 'percent'] as const),
    ...(columns.every(isTimed) ? (['first', 'last'] as const) : []),
  );
  const rowFormula = fc.option(fc.tuple(formulaOver(columns.map(({ holding }) => holding)), working), { freq: 2 });
  return fc.tuple(fc.tuple(...each), rowFormula).map(([drawn, ofRows]) => {
    let left = groups;
    const aggs = columns.map((one, index): Aggregate | null => {
      const [agg] = drawn[index]!;
      return agg ?? (left-- > 0 && !isWorkedOut(one) ? null : 'count');
    });
    if (name === 'agg' && !aggs.some(Boolean)) aggs[0] = 'count';
    const count = aggs.filter((other) => !other).length;
    const telling = columns.flatMap(({ holding }, index) => {
      const [agg, share] = [aggs[index], drawn[index]![4]];
      const isOfGroup = agg && 'share' in shareOf(agg, share, { count, holding }) && share === 'group';
      return agg && !isOfGroup && isNumeric(holdingAfter(agg, holding)) ? [`c${index + 1}`] : [];
    });
    const topOf = ({ holding, component }: Col, index: number) => {
      const [starts, top] = [drawn[index]![5], drawn[index]![7]];
      const isWorded = component || worded.includes(holding);
      if (!top || !isWorded || telling.length === 0 || (starts && isNumeric(holding))) return {};
      const by = top.place === null ? {} : { by: telling[top.place % telling.length] };
      return { top: { count: top.count, ...by } };
    };
    const isInBands = (index: number) => !aggs[index] && drawn[index]![5] && isNumeric(columns[index]!.holding);
    const [formulas = [], agg] = ofRows ?? [];
    const worked = formulas.filter(
      (one) => !columns.some((_, at) => isInBands(at) && `${one.formula}`.includes(letter(at))),
    );
    return {
      // A formula can't be about formulas.
      holdings: [
        ...columns.map(({ holding, format }, index): Holding => {
          // A formula can't be about bands.
          if (isInBands(index)) return 'choice';
          if (!aggs[index] && drawn[index]![6] && holding === 'choices') return 'choice';
          const grouping = aggs[index] ? null : groupingOf(holding, drawn[index]![2] ?? format);
          return grouping?.holding ?? holdingAfter(aggs[index]!, holding);
        }),
        ...worked.map((): Holding => 'text'),
      ],
      fields: [
        ...columns.map((one, index) => {
          const [, filter, output, place, share] = drawn[index]!;
          const agg = aggs[index];
          const starts = drawn[index]![5];
          if (!agg)
            return {
              ...shownBy(one),
              ...(output && isMoment(one) ? { formatter: { output } } : {}),
              ...(starts && isNumeric(one.holding) ? { bands: starts } : {}),
              ...(drawn[index]![6] && one.holding === 'choices' ? { each_option: true } : {}),
              ...topOf(one, index),
            };
          const by = agg === 'first' || agg === 'last' ? byOf(one, place) : undefined;
          return {
            ...shownBy(one),
            [name]: agg,
            ...shareOf(agg, share, { count, holding: one.holding }),
            ...(by && { by }),
            ...(filter ? { filters: { and: [filter] } } : {}),
          };
        }),
        ...worked.map((one) => ({ ...one, [name]: agg })),
      ],
    };
  });
};

const inWindow = (columns: readonly Col[], along: Along): fc.Arbitrary<Worked> => {
  const { main, order } = along;
  const shown = columns.filter((one) => one.form === main && !isOfQuestion(one));
  return fc
    .record({
      operation: fc.constantFrom(...compareOperations),
      does: fc.constantFrom(...rowFunctions),
      over: fc.constantFrom(...(shown.length > 0 ? shown : [along.by])),
    })
    .map(({ operation, does, over }) => {
      const holding = over.ends?.of ?? over.holding;
      const fits = isNumeric(holding) || (order === null && does !== 'running_total');
      const { window, ...apart } = windowBy(along);
      const entries = (name: string) => ({ [main]: [{ ...named(over), function: name }] });
      return {
        fields: columns.map(shownBy),
        holdings: columns.map((one) =>
          fits && order === null && does === 'row_number' && one.form === main && one.field === over.field
            ? 'number'
            : one.holding,
        ),
        ...apart,
        window: {
          ...window,
          ...(fits && order === 'compare' ? { compare_operations: entries(operation) } : {}),
          ...(fits && order === null ? { functions: entries(does) } : {}),
        },
      };
    });
};

type Rows = { mode: string; columns: readonly Col[]; along: Along | null };

const worked = (ground: Ground, operands: Operands, { mode, columns, along }: Rows): fc.Arbitrary<Worked> => {
  if (mode === 'agg')
    return inGroups(ground, operands, columns).map((grouped) => ({ ...grouped, ...(along && windowBy(along)) }));
  if (mode === 'window' && along) return inWindow(columns, along);
  return fc.constant({ fields: columns.map(shownBy), holdings: columns.map(({ holding }) => holding) });
};

/** Counts under conditions of their own, most of them on one column, so that they divide the rows. */
const countsOn = ({ leading, columns }: Ground, operands: Operands): fc.Arbitrary<object[]> => {
  const [own = columns] = leading;
  return fc.tuple(fc.constantFrom(...own), fc.constantFrom(...columns)).chain(([counted, divided]) => {
    const filter = fc.oneof(
      { weight: 4, arbitrary: conditionOn(operands, divided) },
      { weight: 1, arbitrary: fc.constantFrom(...columns).chain((other) => conditionOn(operands, other)) },
    );
    const count = fc.record({
      column: fc.oneof(
        { weight: 4, arbitrary: fc.constant(counted) },
        { weight: 1, arbitrary: fc.constantFrom(...own) },
      ),
      agg: fc.constantFrom<Aggregate>('count', 'count', 'count_distinct', 'percent'),
      isShare: fc.boolean(),
      filter,
      isTwice: fc.boolean(),
    });
    return fc.array(count, { minLength: 3, maxLength: 6 }).map((all) =>
      all.flatMap(({ column, agg, isShare, filter, isTwice }) => {
        const one = { ...shownBy(column), agg, filters: { and: [filter] } };
        const share = isShare && agg !== 'percent' ? { share: 'total' } : {};
        return isTwice ? [one, { ...one, ...share }] : [one];
      }),
    );
  });
};

/** Definitions with groups and, beside what else they have, such counts. */
export const dividedOn = (ground: Ground, operands: Operands): fc.Arbitrary<DefinitionDraft> =>
  fc
    .tuple(draftsOn({ ...ground, modes: ['agg'] }, operands), countsOn(ground, operands))
    .map(([draft, counts]) => ({ ...draft, fields: [...draft.fields, ...counts] }));

/** Definitions of one kind, such as people could have made. */
export const draftsOn = (ground: Ground, operands: Operands): fc.Arbitrary<DefinitionDraft> => {
  const { report_type, leading, columns, asked = [], settings = [{}], isWorkedOut = () => false } = ground;
  return fc.constantFrom(...ground.modes).chain((mode) => {
    const isShown = (one: Col) => mode === 'agg' || !isWorkedOut(one);
    return fc
      .tuple(
        fc.tuple(...leading.map((one) => fc.constantFrom(...one.filter(isShown)))),
        some(columns.filter(isShown), 4),
      )
      .chain(([first, more]) => {
        const dates = [...columns, ...leading.flat()].filter((one) => isMoment(one) && isShown(one));
        const [own = []] = leading;
        const isOfPeople = (report_type ?? 'client_forms') === 'client_forms';
        const main = ground.modes.includes('window') ? own[0]?.form : null;
        const along: fc.Arbitrary<Along | null> =
          !main || mode === 'none'
            ? fc.constant(null)
            : mode === 'window'
              ? alongTime(main, own, false)
              : fc.option(alongTime(main, own, true), { freq: 1 });
        const drawn = along.chain((along) =>
          (along?.order === 'compare' && isOfPeople
            ? withEnds([...first, ...more], along.main)
            : fc.constant([...first, ...more])
          )
            .chain((all) => (mode === 'window' ? fc.constant(all) : withElapsed(all, dates)))
            .map((all) => ({ all, along })),
        );
        return drawn.chain(({ all, along }) =>
          worked(ground, operands, { mode, columns: all, along }).chain(({ fields, holdings, ...window }: Worked) =>
            fc
              .record({
                conditions: fc.array(
                  orSeveral(
                    fc.constantFrom(...columns, ...leading.flat(), ...asked).chain((one) => conditionOn(operands, one)),
                  ),
                  { maxLength: 2 },
                ),
                beside: fc.boolean(),
                settings: fc.constantFrom(...settings),
                empty_groups: fc.boolean(),
                totals: fc.boolean(),
                computed: fc.option(fc.tuple(onComputed(operands, [0]), fc.nat()), { freq: 2 }),
                formula: formulaOver(holdings),
                hidden: fc.option(fc.nat(all.length - 1)),
                order: some(fields, 3),
                unseen: fc.constantFrom(...columns, ...leading.flat()),
                ways: fc.array(fc.constantFrom('asc', 'desc'), { minLength: 4, maxLength: 4 }),
              })
              .map(
                ({
                  conditions,
                  beside,
                  computed,
                  settings,
                  empty_groups,
                  totals,
                  formula,
                  hidden,
                  order,
                  unseen,
                  ways,
                }): DefinitionDraft => {
                  const isOfNumbers = (one: object) =>
                    'formula' in one &&
                    `${one.formula}`.match(/[A-Z]/g)!.every((name) => isNumeric(all[name.charCodeAt(0) - 65]!.holding));
                  const places = [
                    ...timesIn(all),
                    ...fields.flatMap((one, place) => (isOfNumbers(one) ? [place] : [])),
                    ...(mode !== 'agg' && formula.some(isOfNumbers) ? [fields.length] : []),
                  ];
                  const onOwn =
                    computed && places.length > 0
                      ? [{ ...computed[0], field_name: `c${places[computed[1] % places.length]! + 1}` }]
                      : [];
                  // A member stands beside nothing that is computed of households.
                  const isMixed = beside && report_type !== 'household' && ground.agg !== 'agg_query';
                  const [first, ...more] = conditions;
                  const asked =
                    isMixed && first && onOwn.length > 0
                      ? [...more, { or: [...('or' in first ? (first.or as object[]) : [first]), ...onOwn] }]
                      : [...conditions, ...onOwn];
                  const byKey = order.map((one, index) => ({ key: `c${fields.indexOf(one) + 1}`, order: ways[index] }));
                  const isUnseen = mode === 'none' && isShown(unseen) && order.length === 1;
                  return {
                    ...(report_type ? { report_type } : {}),
                    ...window,
                    conditions: asked,
                    settings: {
                      ...settings,
                      ...(mode === 'agg' && empty_groups ? { empty_groups } : {}),
                      ...(mode === 'agg' && totals ? { totals } : {}),
                      ...(along && beside ? { conditions_after_window: true } : {}),
                    },
                    default_order: isUnseen ? [{ ...named(unseen), order: ways[3] }, ...byKey] : byKey,
                    fields: [
                      ...fields.map((one, index) =>
                        index === hidden && fields.length > 1 ? { ...one, hidden: true } : one,
                      ),
                      ...formula,
                    ],
                  };
                },
              ),
          ),
        );
      });
  });
};
