import type { ReportField } from '#reports/definition.ts';
import type { Line, Rows } from './lines.ts';
import { inTop } from './tops.ts';
import { blank, type Named, namedBy } from './world.ts';

/** A row as it was before it was put into a group for each of its choices. */
const originOf = (line: Line): Line => line.origin ?? line;

/** Rows of which each is there once. */
export const onceEach = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [originOf(line), line])).values(),
];

/** Rows once for each choice in those of the columns that have a group for each option; all others are one choice. */
export const unfoldedBy = ({ lines, tops }: Pick<Rows, 'lines' | 'tops'>, columns: readonly ReportField[]): Line[] =>
  columns
    .filter(({ each_option }) => each_option)
    .reduce<Line[]>(
      (all, one) =>
        all.flatMap((line) => {
          const value = line.value(namedBy(one));
          const own = blank(value) ? [null] : (value as unknown[]);
          const choices = [...new Set(own.map((choice) => inTop(tops?.get(one), choice)))];
          return choices.map((choice) => ({
            ...line,
            origin: originOf(line),
            choices: new Map([...(line.choices ?? []), [one, choice]]),
          }));
        }),
      [...lines],
    );

/** The options of a column whose groups hold answers of a question as they are; undefined of any other. */
export const optionsIn = (
  { options, holding }: Pick<Rows, 'options' | 'holding'>,
  one: ReportField,
): readonly unknown[] | undefined => {
  const named: Named = namedBy(one);
  const isOfQuestion = ['choice', 'choices', 'scale'].includes(holding(named));
  return isOfQuestion && !one.bands && one.type !== 'operation' ? options(named) : undefined;
};

/** By what choices are ordered: the places of their options; what is none comes last, and no choice after all. */
export const placesIn = (options: readonly unknown[], value: unknown): unknown => {
  if (blank(value)) return null;
  const places = [value].flat().map((one) => (options.includes(one) ? options.indexOf(one) : options.length));
  return places.map((place) => String(place).padStart(3, '0')).join();
};
