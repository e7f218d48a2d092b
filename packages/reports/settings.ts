import { z } from 'zod';
import { type SystemTable, systemTables } from './columns.ts';
import { responseMatches } from './matching.ts';

const tableNames = Object.keys(systemTables) as [SystemTable, ...SystemTable[]];

/** What a report's type asks for besides. */
const settings = {
  /** client_forms: who has no response is there all the same. */
  include_people_without_responses: z.boolean().optional(),
  /**
   * client_forms: of these forms one response stands beside each row of the others, whose responses are beside each other
   * in the order of time.
   */
  matching: responseMatches.optional(),
  /** fields: a row for each response that answers any, instead of one a person. */
  all_answers: z.boolean().optional(),
  /** household: a row for each member. */
  per_member: z.boolean().optional(),
  /** Whether people who were archived count; where nothing is said, figures count them and lists don't. */
  archived_people: z.boolean().optional(),
  /** Whether conditions apply to what windows leave of a form, instead of to the rows that they look at. */
  conditions_after_window: z.boolean().optional(),
  /** Whether groups are shown that no row falls into: bands, options, and periods between the first and the last. */
  empty_groups: z.boolean().optional(),
  /** Whether a line below groups has the figures of all rows. */
  totals: z.boolean().optional(),
  /** system: what it is about. */
  table: z.enum(tableNames, `Choose one of ${tableNames.join(', ')}`).optional(),
  /** Small numbers are shown in this report, as the owner decided. */
  small_numbers: z.boolean().optional(),
};

const current = z.strictObject(settings);
export type ReportSettings = z.output<typeof current>;

/** Before 2026-11-28, `empty_groups` was `empty_periods`. A report that is changed back to an earlier version has that. */
const earlier = current.extend({ empty_periods: settings.empty_groups });

/** Settings as reports have them now. */
export const currentSettings = ({ empty_periods, ...rest }: z.output<typeof earlier>): ReportSettings =>
  empty_periods === undefined ? rest : { empty_groups: empty_periods, ...rest };

export const reportSettings = earlier.transform(currentSettings);
