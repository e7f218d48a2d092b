import { reportConditions } from '#reports/conditions.ts';
import { defaultOrder, type ReportDefinition, reportFields, reportWindow } from '#reports/definition.ts';
import { reportSettings } from '#reports/settings.ts';
import { openIdentity } from '#server/access/sessions.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { SheetRow } from '#server/kit/sheets/sheet.ts';
import type { CompileOptions } from '#server/reports/compile.ts';
import type { ReportContext } from '#server/reports/context.ts';
import type { Report } from '#server/reports/report.ts';
import { reportOf } from '#server/reports/run.ts';
import type { TestServer } from './harness.ts';
import type { TestUser } from './people.ts';

/** A report as tests write it: what is left out is as usual. */
export type DefinitionDraft = Partial<Omit<ReportDefinition, 'fields' | 'conditions' | 'default_order' | 'window'>> & {
  fields: object[];
  conditions?: object[];
  default_order?: object[];
  window?: object;
};

/** A definition as it would be stored. */
export const definitionOf = ({
  fields,
  conditions = [],
  default_order = [],
  window,
  ...more
}: DefinitionDraft): ReportDefinition => ({
  report_type: 'client_forms',
  report_target_id: null,
  partition_field: null,
  parameters: [],
  settings: reportSettings.parse({}),
  ...more,
  fields: reportFields.parse(fields),
  conditions: reportConditions.parse({ and: conditions }),
  default_order: defaultOrder.parse(default_order),
  window: window ? reportWindow.parse(window) : null,
});

/** What tests of the compiler ask: as a user, past the routes. */
export const reporting = ({ services, tokens, query }: TestServer) => {
  const identity = openIdentity(tokens, services);
  /** In the organization of a user, as them. */
  const inside = async <T>(user: TestUser, work: (context: ReportContext) => Promise<T>): Promise<T> => {
    const claims = await identity.claims(`Bearer ${user.token}`);
    const { slug } = user.organization;
    const caller = (await services.database.transaction(({ tx }) => identity.caller(tx, claims, slug))) as Member;
    return services.database.inOrganization({ organization_id: caller.organization.id }, (tx) =>
      work({ tx, caller, keys: services.keys }),
    );
  };
  const asking = <T>(
    user: TestUser,
    draft: DefinitionDraft,
    { as: work, ...asked }: CompileOptions & { as: (report: Report) => Promise<T> },
  ): Promise<T> => inside(user, async (context) => work(await reportOf(context, definitionOf(draft), asked)));
  const page = (user: TestUser, draft: DefinitionDraft, asked: CompileOptions = {}) =>
    asking(user, draft, { ...asked, as: (report) => report.page({ page: 1, page_size: 100 }) });
  /** Puts a report where an Aggregate finds it. */
  const keep = async (organization: { id: number }, definition: ReportDefinition): Promise<number> => {
    const { report_type, report_target_id: _, window, ...more } = definition;
    const columns = Object.entries(more);
    const said = [window, ...columns.map(([, value]) => value)].map((one) => JSON.stringify(one));
    const [row] = await query<{ id: string }>(
      `insert into report_definitions (organization_id, name, report_type, "window", ${columns.map(([name]) => name).join(', ')})
       values ($1, 'Below', $2, $3, ${columns.map((_, index) => `$${index + 4}`).join(', ')}) returning id`,
      [organization.id, report_type, ...said],
    );
    return Number(row?.id);
  };
  return {
    inside,
    asking,
    page,
    keep,
    /** What people read of the first page. */
    shown: async (user: TestUser, draft: DefinitionDraft) => {
      const { records, totals, record_count, warnings } = await page(user, draft);
      return {
        rows: records.map(({ display_values }) => display_values),
        total: totals?.display_values,
        record_count,
        warnings: warnings.map(({ message }) => message),
      };
    },
    /** The values of the first page. */
    values: async (user: TestUser, draft: DefinitionDraft, asked: CompileOptions = {}) =>
      (await page(user, draft, asked)).records.map(({ values }) => values),
  };
};

/** What a file of a report holds below its heads. */
export const linesOf = async (report: Report): Promise<SheetRow[]> => {
  const lines: SheetRow[] = [];
  for await (const part of report.exported().rows) lines.push(...part);
  return lines;
};
