// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text
// Twenty faults in access, tenancy and conditions, to plant one at a time: the tests must notice each.
// `find` stands exactly once in `file`, and `replace` takes its place. See scripts/mutants.mjs.

/** @type {readonly { name: string; file: string; find: string; replace: string }[]} */
export const mutants = [
  {
    name: 'row-level security lets every organization read',
    file: 'db/migrations/0001-helpers.sql',
    find: "using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)",
    replace: 'using (true)',
  },
  {
    name: 'the organization is not added to the tables of a join',
    file: 'apps/server/kit/organization-filter.ts',
    find: 'if (!added) return join;',
    replace: 'if (added !== undefined) return join;',
  },
  {
    name: 'lists forget the organization',
    file: 'apps/server/kit/rows.ts',
    find: "return and([eb('organization_id', '=', organization_id), ...conditions]);",
    replace: "return and([eb('organization_id', '>=', organization_id), ...conditions]);",
  },
  {
    name: 'a token of one organization opens another',
    file: 'apps/server/access/sessions.ts',
    find: 'organization_id !== null && organization_id !== found.organization_id',
    replace: 'organization_id !== null && found.organization_id === null',
  },
  {
    name: 'an API key opens every organization',
    file: 'apps/server/access/api-keys.ts',
    find: "if (organization !== used.slug) throw new Problem('not_found');",
    replace: '',
  },
  {
    name: 'acting for somebody goes on in their other organizations',
    file: 'apps/server/access/sessions.ts',
    find: 'const isMember = row.member && !elsewhere;',
    replace: 'const isMember = row.member || elsewhere;',
  },
  {
    name: 'widgets show reports of any organization and reader',
    file: 'apps/server/access/dashboard-scopes.ts',
    find: "shows('report_definitions', caller, visibleReports(caller, 'read')),",
    replace: "shows('report_definitions', caller, always),",
  },
  {
    name: "a restricted form's answers are open to all",
    file: 'apps/server/access/scopes.ts',
    find: "  { entity: 'forms', action, record: 'responses.form_id', by: 'grant' },\n];\n\n/** What opens a record of an entity",
    replace: '];\n\n/** What opens a record of an entity',
  },
  {
    name: 'a grant to one is a grant to all',
    file: 'apps/server/access/scopes.ts',
    find: ".where('grants.principal', '=', among(caller.principals))",
    replace: '',
  },
  {
    name: 'a grant to read is a grant to write',
    file: 'apps/server/access/scopes.ts',
    find: ".where('grants.actions', '&&', sql<string[]>`${satisfying(action)}::text[]`)",
    replace: '',
  },
  {
    name: 'who may read responses reads those of people they may not see',
    file: 'apps/server/access/scopes.ts',
    find: 'if (!seesAll) return exists',
    replace: 'if (!seesAll && !caller) return exists',
  },
  {
    name: 'reading implies changing',
    file: 'packages/contract/kit/privileges.ts',
    find: "wanted === 'read' ? ['read', 'write', 'remove'] : [wanted];",
    replace: "wanted === 'read' ? ['read', 'write', 'remove'] : ['read', wanted];",
  },
  {
    name: 'notes are open without their record',
    file: 'apps/server/access/visible-notes.ts',
    find: "             and ${scope(caller, 'read')}))`;",
    replace: "             and (true or ${scope(caller, 'read')})))`;",
  },
  {
    name: 'an email goes out although its reader has lost the record',
    file: 'apps/server/notifications/still.ts',
    find: 'message.user_id !== null && !(await mayRead(tx, message))',
    replace: 'message.user_id === null && !(await mayRead(tx, message))',
  },
  {
    name: 'acting for somebody has no end',
    file: 'apps/server/access/demands.ts',
    find: 'impersonation !== null && Date.parse(impersonation.expires_at) <= Date.now();',
    replace: 'impersonation !== null && Date.parse(impersonation.expires_at) <= 0;',
  },
  {
    name: 'the history of a person names people whom the reader may not see',
    file: 'apps/server/forms/seen-history.ts',
    find: ".where(visibleClients(caller, 'read'))",
    replace: '',
  },
  {
    name: 'counts of few people are told one person too early',
    file: 'apps/server/reports/few-people.ts',
    find: 'between 1 and ${below - 1}::integer',
    replace: 'between 1 and ${below - 2}::integer',
  },
  {
    name: 'the last day of a range is outside of it',
    file: 'packages/forms/logic/compare.ts',
    find: 'isAbove: (part) => String(part) > last,',
    replace: 'isAbove: (part) => String(part) >= last,',
  },
  {
    name: '"is not" leaves out who has no answer',
    file: 'apps/server/forms/condition-sql.ts',
    find: '? sql`(${isBlank} or not (',
    replace: '? sql`(${not(isBlank)} and not (',
  },
  {
    name: '"last 30 days" has 31',
    file: 'packages/forms/logic/presets.ts',
    find: 'first: addDays(today, -days), last: today',
    replace: 'first: addDays(today, -days - 1), last: today',
  },
];
