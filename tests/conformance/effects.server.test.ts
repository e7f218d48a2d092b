// Over 300 lines: one world in which every effect that reads records on somebody's behalf goes on for a day.
import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { Logger, runOnce } from 'graphile-worker';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { type JobKind, jobRoutes } from '#contract/resources/jobs.ts';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { notificationEvents, notificationRoutes } from '#contract/resources/notifications.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordFileRoutes } from '#contract/resources/record-files.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { webhookEvents, webhookRoutes } from '#contract/resources/webhooks.ts';
import { placeholdersOf } from '#forms/definition/template.ts';
import { type Operator, operators } from '#forms/field-types/condition.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { scopeColumns } from '#forms/logic/scopes.ts';
import { systemTables } from '#reports/columns.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { authorLostAccess } from '#server/access/notification-messages.ts';
import { beginExport, type ExportSubject, serializeExport } from '#server/forms/exports.ts';
import { startJobIn } from '#server/kit/enqueue.ts';
import { unzip } from '#server/kit/files/unzip.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import type { AllowedOrigin } from '#server/kit/outgoing/allowed-origins.ts';
import { findDueDigests } from '#server/notifications/jobs/digests.ts';
import { findDueMessages } from '#server/notifications/jobs/send-messages.ts';
import type { Jobs } from '#server/schema/background-work.ts';
import { findDueWebhooks } from '#server/webhooks/jobs/send-webhooks.ts';
import { tasks } from '#server/worker.ts';
import { sampled } from '#tests/sample.ts';
import { openListener } from '#tests/server/bells.ts';
import { startEndpoint } from '#tests/server/endpoint.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';

/** Set EFFECTS_SEED to run a day again that failed. */
const firstSeed = Number(process.env.EFFECTS_SEED ?? process.env.SEED ?? randomInt(1_000_000));

const webhookHosts: AllowedOrigin[] = [];
const server = await startServer({ config: { webhookHosts } });
const { call, send, query, services } = server;
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.app.server.address() as AddressInfo;

/** What stands in the names and answers of the seven, in their Social Security number and their date of birth. */
const hidden = { word: 'Kestrel', ssn: '0739', dob: '1931-07-29' };
/** The same of the three whom the author can go on reading. */
const shown = { word: 'Wren', ssn: '0846', dob: '1944-03-05' };
const canaries = /kestrel|\b0739\b|1931-07-29|07\/29\/1931|Jul(y)? 29, 1931/i;

/** What leaves the server: each with whether the author had lost their access by then. */
type Sent = { what: string; content: string; isLate: boolean };
const world = { isLost: false, mailCode: 0, hookStatus: 204, sent: [] as Sent[] };
const keep = (what: string, content: string) => world.sent.push({ what, content, isLate: world.isLost });

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    world.mailCode === 0 ? done() : done(Object.assign(new Error('Later'), { responseCode: world.mailCode })),
  onData: (stream, session, done) => {
    void text(stream)
      .then(PostalMime.parse)
      .then(({ subject, text: body, html }) => {
        for (const { address } of session.envelope.rcptTo) keep(`mail to ${address}`, `${subject}\n${body}\n${html}`);
        done();
      });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
const mailer = openMailer({
  ...services.config,
  smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
});
afterAll(async () => {
  mailer.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const hook = await startEndpoint(async (request, response) => {
  const body = await text(request);
  if (world.hookStatus < 300) keep('webhook', body);
  response.writeHead(world.hookStatus).end();
});
webhookHosts.push({ origin: hook.origin, isTrusted: true });

/** Runs what is due in the queue, with mails that leave. */
const drain = () =>
  runOnce({
    connectionString: services.config.databaseUrl as string,
    taskList: tasks({ ...services, mailer }),
    logger: new Logger(() => () => {}),
    noHandleSignals: true,
  });

const options = [{ label: 'Red', value: 'red' }];

/** A field of each type and an answer to it; null for a type that holds no words of a person's. */
const answered: Record<FieldTypeName, { draft?: object; answer: (word: string) => unknown } | null> = {
  'freeform-short': { answer: (word) => `${word} short` },
  'freeform-long': { answer: (word) => `${word} long` },
  number: { answer: () => 7 },
  date: { answer: (word) => (word === hidden.word ? hidden.dob : shown.dob) },
  time: { answer: () => '10:30' },
  'select-one': { draft: { field_options: options }, answer: () => 'red' },
  'select-many': { draft: { field_options: options }, answer: () => ['red'] },
  checkbox: { answer: () => true },
  email: { answer: (word) => `${word.toLowerCase()}@outside.example` },
  hyperlink: { answer: (word) => `https://example.org/${word}` },
  address: { answer: (word) => ({ text: `1 ${word} Street` }) },
  attachment: { answer: () => undefined },
  // Pictures and lookups: what they show is a name of a file or of a record, as the others' text.
  signature: null,
  presentation: null,
  autopopulate: null,
  search: null,
  'ref-picker': null,
};

/** For each operator a question and a value with which it holds of every answer here, and tells no canary itself. */
const holding: Record<Operator, [type: FieldTypeName, value?: unknown]> = {
  EQ: ['number', 7],
  NEQ: ['number', 8],
  IN: ['number', [7]],
  NIN: ['number', [8]],
  LT: ['number', 8],
  LTE: ['number', 7],
  GT: ['number', 6],
  GTE: ['number', 7],
  RANGE: ['number', [6, 8]],
  NRANGE: ['number', [8, 9]],
  BWITH: ['hyperlink', 'https'],
  EWITH: ['freeform-short', 'short'],
  CONTAINS: ['freeform-short', 're'],
  NCONTAINS: ['freeform-short', 'heron'],
  DOW: ['date', [0, 1, 2, 3, 4, 5, 6]],
  NDOW: ['date', [5]],
  EMPTY: ['attachment'],
  NEMPTY: ['freeform-short'],
  TRUE: ['checkbox'],
  FALSE: ['checkbox'],
};
const conditionOf = (op: Operator, { ids }: TestForm): string => {
  const [type, value] = holding[op];
  return whole('form', String(ids[type]), op, value === undefined ? {} : { value });
};
const whole = (scope: string, field_name: string, op: string, asked: object) =>
  JSON.stringify({ and: [{ scope, conditions: { and: [{ field_name, op, ...asked }] } }] });

/** How the author loses their access. Grants on three people stay, and the group's other privileges. */
const losses = ['privileges', 'group', 'archived', 'restricted', 'demoted'] as const;
type Loss = (typeof losses)[number];

const setting = async () => {
  const organization = await server.newOrganization();
  const { owner, id } = organization;
  await query(
    `update organizations set allow_answers_in_email = true, api_access_enabled = true, daily_message_limit = 100000
      where id = $1`,
    [id],
  );
  const make = formMakers(server, organization);
  const drafts = Object.entries(answered).flatMap(([type, one]) =>
    one ? [[type, { field_type: type as FieldTypeName, ...one.draft }] as const] : [],
  );
  const form = await make.form('Visit', Object.fromEntries(drafts));
  const list = await make.form('Beds', Object.fromEntries(drafts), { form_type: 'internal' });
  const all: { id: number; word: string }[] = [];
  for (let n = 0; n < 12; n++) {
    const { word, ssn, dob } = n < 3 ? shown : hidden;
    const body = { first_name: `${word}${n}`, last_name: word, dob, gender: 'female', ssn_suffix: ssn } as const;
    all.push({ id: (await call(clientRoutes.create, { as: owner, body })).id, word });
  }
  // Two more are there to be merged.
  const [people, twins] = [all.slice(0, 10), all.slice(10)];
  const author = await server.newUser(organization, {
    role: 'orgadmin',
    privileges: allPrivileges,
    grants: people.slice(0, 3).map((one) => ({ entity: 'clients', id: one.id, actions: ['read' as const] })),
  });
  return { organization, owner, id, make, form, list, people, twins, author };
};
type Setting = Awaited<ReturnType<typeof setting>>;

const answersOf = (word: string) =>
  Object.fromEntries(
    Object.entries(answered).flatMap(([type, one]) =>
      one && one.answer(word) !== undefined ? [[type, one.answer(word)]] : [],
    ),
  );

/**
 * Has the author told of every event, and by this day's part of the ways in which a notification can be narrowed: all
 * days together take each.
 */
const notify = async ({ author, form, list }: Setting, day: number) => {
  const ofDay = <T>(all: readonly T[]) => all.filter((_, index) => index % losses.length === day);
  const save = (to: TestForm, name: (typeof notificationEvents)[number], address: string, more: object = {}) => {
    const form_type = to === list ? 'internal' : 'client';
    const fields = Object.keys(to.ids).map((type) => ({ name: type, field_type: type as FieldTypeName }));
    const body_template = placeholdersOf({ form_type, fields })
      .map((one) => `{{${one.name}}}`)
      .join('\n');
    const recipients = [`${address.toLowerCase()}@outside.example`, author.email].map((email) => ({
      email,
      delivery_types: ['email' as const],
    }));
    return call(notificationRoutes.create, {
      as: author,
      params: { form_id: to.id },
      body: { name, subject_template: `${address} {{field:freeform-short}}`, body_template, recipients, ...more },
    });
  };
  for (const event of notificationEvents) await save(event.startsWith('internal') ? list : form, event, event);
  for (const op of ofDay(operators))
    await save(form, 'client_form_created', `op-${op}`, { conditions: conditionOf(op, form) });
  for (const { name } of ofDay<{ name: string }>(scopeColumns.client))
    await save(form, 'client_form_created', `client-${name}`, { conditions: whole('client', name, 'NEMPTY', {}) });
  await save(form, 'client_form_updated', 'scoped', { scoped_fields: [form.ids['freeform-short']] });
  await save(form, 'client_form_created', 'answered', { recipient_field_ids: [form.ids.email] });
};

const inNameOf = <T>({ id, author }: Setting, work: Parameters<typeof services.database.inOrganization<T>>[1]) =>
  services.database.inOrganization({ organization_id: id, user_id: author.id }, work);

const exportOf = (at: Setting, subject_type: ExportSubject, [subject_id, options]: [number, object]) =>
  inNameOf(at, async (tx) => {
    const caller = await memberNow(tx, await organizationWith(tx, at.id), at.author.id);
    if (!caller) throw new Error('The author is no member');
    return beginExport({ tx, caller }, { subject_type, subject_id, record_id: subject_id, options });
  });

/** What each kind of job is asked to do for the author; a text says why a kind reads nothing for anybody. */
const wantedOf = (at: Setting, { report_id, response_id }: { report_id: number; response_id: number }) => {
  const [one, other] = at.twins.map(({ id }) => id) as [number, number];
  const wanted: { [K in JobKind]: (() => Promise<Jobs[K]>) | string } = {
    recalculate: async () => ({ form_id: at.form.id }),
    copy_responses: async () => ({ form_id: at.form.id, copy_id: at.form.id }),
    duplicate_response: async () => ({ form_id: at.form.id, response_id, client_ids: [at.people[6]?.id as number] }),
    apply_extended_permissions: async () => ({ permission_group_id: at.author.group_id as number }),
    merge_clients: async () => ({ master_client_id: one, client_ids: [other], values: {} as never }),
    gather_records: 'puts records into a group, whose members are asked for under the rights of who looks',
    refresh_records: async () => ({ form_id: at.list.id }),
    refresh_report: async () => ({ report_definition_id: report_id }),
    refresh_referrals: 'asks another system, which no test of effects runs; tests/referral-simulator.ts does',
    prepare_files: async () => ({
      export_id: await exportOf(at, 'forms', [at.form.id, {}]),
      form_id: at.form.id,
    }),
    export_report: async () => ({
      export_id: await exportOf(at, 'report_definitions', [report_id, { format: 'csv' }]),
      report_definition_id: report_id,
    }),
    export_records: async () => ({
      export_id: await exportOf(at, 'clients', [at.id, { format: 'csv', query: {} }]),
    }),
    import: 'writes a file, whose rows the author sent',
    undo_import: 'takes a file back, and asks the rights of who does',
    organization_export: 'is the platform team’s',
    rollback: 'is the platform team’s',
    retention: 'deletes by a rule of the organization, and tells counts',
  };
  return wanted;
};

const lose = async ({ id, author, form, list }: Setting, how: Loss) => {
  world.isLost = true;
  const privileges = (without: (keyof EntityPrivileges)[]) =>
    query('update permission_groups set privileges = $3 where organization_id = $1 and id = $2', [
      id,
      author.group_id,
      JSON.stringify(
        Object.fromEntries(Object.entries(allPrivileges).filter(([one]) => !without.includes(one as never))),
      ),
    ]);
  const closed = ['clients', 'internal_forms', 'public_forms'] as const;
  if (how === 'privileges') await privileges([...closed]);
  if (how === 'group')
    await query('delete from membership_permission_groups where organization_id = $1 and membership_id = $2', [
      id,
      author.id,
    ]);
  if (how === 'archived')
    await query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [id, author.id]);
  if (how === 'restricted') {
    await query('update forms set restricted = true where id = any($1)', [[form.id, list.id]]);
    await privileges([...closed]);
  }
  if (how === 'demoted') {
    await query(`update memberships set role = 'orguser' where organization_id = $1 and id = $2`, [id, author.id]);
    await privileges([...closed]);
  }
};

/** The files that were made for the author, each with what an address of it opens at this moment. */
const filesFor = async ({ id, organization, author }: Setting) => {
  const rows = await inNameOf({ id, author } as Setting, (tx) =>
    tx
      .selectFrom('exports')
      .selectAll()
      .where('organization_id', '=', id)
      .where('user_id', '=', author.id)
      .where('state', '=', 'succeeded')
      .execute(),
  );
  return Promise.all(
    rows.map(async (row) => {
      const stored = await buffer(await services.storage.get(row.storage_key as string));
      const parts = row.filename?.endsWith('.zip')
        ? [...(await unzip(stored, () => true, 10_000_000)).values()]
        : [stored];
      const ticket = serializeExport(services.keys, row).url?.split('/').at(-1);
      const { status } = await send(responseDownloadRoutes.exported, { org: organization, params: { ticket } });
      return { id: row.id, status, content: Buffer.concat(parts).toString() };
    }),
  );
};

/** Has everything that waits be an hour older. */
const anHourPasses = async ({ id }: Setting, hour: number) => {
  await query(
    `update notification_messages set due_at = due_at - interval '1 hour', created_at = created_at - interval '1 hour' where organization_id = $1`,
    [id],
  );
  await query(`update webhook_deliveries set due_at = due_at - interval '1 hour' where organization_id = $1`, [id]);
  await query(`update webhooks set rests_until = null where organization_id = $1`, [id]);
  await findDueMessages({ ...services, mailer });
  await findDueWebhooks({ ...services, mailer });
  await findDueDigests({ ...services, mailer }, new Date(Date.now() + hour * 3_600_000));
};

const seeded = (start: number) => {
  let seed = start;
  return (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * most);
  };
};

/** Whatever the author finds when they look, in every place that tells of effects. */
const seenBy = async (as: TestUser, at: Setting, reports: number[]): Promise<string[]> => {
  const { form, list, people } = at;
  const history = (record_type: 'forms' | 'clients', record_id: number) =>
    send(recordRoutes.versions, { as, params: { record_type, record_id }, query: { history: 'true' } });
  const looks = [
    () => send(noticeRoutes.page, { as, params: { page: 1 }, query: { page_size: '100' } }),
    () => send(jobRoutes.page, { as, params: { page: 1 } }),
    () => send(webhookRoutes.list, { as }),
    ...[form, list].flatMap(({ id }) => [
      () => send(notificationRoutes.messages, { as, params: { form_id: id, page: 1 }, query: { page_size: '100' } }),
      () => history('forms', id),
    ]),
    ...people
      .filter(({ word }) => word === hidden.word)
      .map(
        ({ id }) =>
          () =>
            history('clients', id),
      ),
    ...reports.map((id) => () => send(reportResultRoutes.show, { as, params: { id } })),
  ];
  const seen: string[] = [];
  for (const look of looks) seen.push((await look()).bytes.toString());
  return seen;
};

/** A day has some hundred mails, each sent over SMTP. In milliseconds. */
const timeout = 600_000;

test.each(sampled('effects', 5, losses))(
  `0 facts reach an author who has lost access: %s (EFFECTS_SEED=${firstSeed})`,
  { timeout },
  async (how) => {
    const day = losses.indexOf(how);
    const random = seeded(firstSeed + day);
    Object.assign(world, { isLost: false, mailCode: 0, hookStatus: 204, sent: [] });
    const at = await setting();
    const { owner, author, form, list, people, make } = at;
    await notify(at, day);
    await call(noticeRoutes.changePreferences, {
      as: author,
      body: { preferences: [{ kind: 'form', bell: true, mail: (firstSeed + day) % 2 === 0 ? 'daily' : 'each' }] },
    });
    const { group_id } = await server.newUser(at.organization, { privileges: allPrivileges });
    await call(webhookRoutes.create, {
      as: author,
      body: {
        name: 'Warehouse',
        url: `${hook.origin}/hooks`,
        events: [...webhookEvents],
        permission_group_id: group_id as number,
      },
    });
    const setup = await call(publicFormRoutes.create, {
      as: owner,
      params: { form_id: form.id },
      body: { published_at: '2026-01-01T00:00:00.000Z' },
    });
    const reports: number[] = [];
    for (const [table, columns] of Object.entries(systemTables))
      reports.push(
        (
          await call(reportDefinitionRoutes.create, {
            as: owner,
            body: {
              name: `All ${table}`,
              report_type: 'system',
              settings: { table },
              fields: columns.slice(0, 5).map(({ field }) => ({ field })),
            } as never,
          })
        ).id,
      );
    const stream = await openListener(port, author, '');
    const told: { event: string; isLate: boolean }[] = [];
    const listening = (async () => {
      for (let event = await stream.next(); event !== null; event = await stream.next())
        told.push({ event: JSON.stringify(event), isLate: world.isLost });
    })().catch(() => {});

    const responses: { id: number; client_id: number }[] = [];
    const record = async ({ id, word } = people[random(10)] as (typeof people)[number]) => {
      const made = await make.record(form, answersOf(word), { client_id: id });
      responses.push({ id: made.id, client_id: id });
      return made;
    };
    const anyResponse = () => responses[random(responses.length)] as (typeof responses)[number];
    const writes: (() => Promise<unknown>)[] = [
      () => record(),
      () => record(people[3 + random(7)]),
      async () => {
        const { id, client_id } = anyResponse();
        const { word } = people.find((one) => one.id === client_id) as (typeof people)[number];
        const answers = form.given({ 'freeform-short': `${word} again ${random(1000)}` });
        await call(clientFormRoutes.update, { as: owner, params: { client_id, id }, body: { answers } });
      },
      async () => {
        const { id, client_id } = anyResponse();
        responses.splice(
          responses.findIndex((one) => one.id === id),
          1,
        );
        await call(clientFormRoutes.remove, { as: owner, params: { client_id, id } });
        await record();
      },
      async () => {
        const values = answersOf(hidden.word);
        const { id } = await make.internalRecord(list, values);
        const params = { form_id: list.id, id };
        await call(internalFormRoutes.updateRecord, {
          as: owner,
          params,
          body: { answers: list.given({ number: 8 }) },
        });
        if (random(2) === 0) await call(internalFormRoutes.removeRecord, { as: owner, params });
      },
      async () => {
        const place = { org: at.organization, params: { access_key: setup.access_key } };
        const { start_token } = await call(publicFormRoutes.open, place);
        await call(publicFormRoutes.submit, {
          ...place,
          body: { answers: form.given(answersOf(hidden.word)), start_token },
        });
        const { data } = await call(publicInstanceRoutes.list, { as: owner, params: { public_form_id: setup.id } });
        const params = { instance_id: data[0]?.id as number };
        await call(publicInstanceRoutes.link, {
          as: owner,
          params,
          body: { client_id: (people[4 + random(6)] as { id: number }).id },
        });
      },
      async () => {
        const { id } = people[3 + random(7)] as { id: number };
        await call(clientRoutes.update, {
          as: owner,
          params: { id },
          body: { middle_name: `${hidden.word}${random(1000)}` },
        });
      },
      async () => {
        const { lock_version } = await call(formRoutes.show, { as: owner, params: { id: form.id } });
        await call(formRoutes.update, { as: owner, params: { id: form.id }, body: { active: true, lock_version } });
      },
    ];
    const first = await record(people[5]);
    await record(people[0]);

    const wanted = wantedOf(at, { report_id: reports[0] as number, response_id: first.id });
    const startAll = async () => {
      for (const [kind, payload] of Object.entries(wanted) as [JobKind, (() => Promise<never>) | string][])
        if (typeof payload !== 'string') {
          const given = await payload();
          await inNameOf(at, (tx) => startJobIn(tx)(kind, given));
        }
    };
    // A file of everybody that was made while its author could read them.
    const export_id = await exportOf(at, 'clients', [at.id, { format: 'csv', query: {} }]);
    await inNameOf(at, (tx) => startJobIn(tx)('export_records', { export_id }));
    await drain();
    const ready = await call(recordFileRoutes.exported, { as: author, params: { id: export_id } });
    const fetchTicket = () =>
      send(responseDownloadRoutes.exported, { org: at.organization, params: { ticket: ready.url?.split('/').at(-1) } });
    expect((await fetchTicket()).bytes.toString(), 'before').toMatch(canaries);

    const lossHour = 4 + random(12);
    // All days together have each.
    const lossMoment = (firstSeed + day) % 3;
    const losing = async () => {
      const [newest] = await query<{ id: number }>('select coalesce(max(id), 0)::int as id from notification_messages');
      await lose(at, how);
      return newest?.id as number;
    };
    let lastMessage = 0;
    for (let hour = 0; hour < 24; hour++) {
      const isLossHour = hour === lossHour;
      world.mailCode = isLossHour || random(3) === 0 ? 450 : 0;
      world.hookStatus = isLossHour || random(3) === 0 ? 503 : 204;
      if (hour % 3 === 0 || isLossHour) await (writes[random(writes.length)] as () => Promise<unknown>)();
      if (isLossHour) await startAll();
      if (isLossHour && lossMoment === 0) lastMessage = await losing();
      // What is due is worked out, and its mails wait: the mail server takes none in this hour.
      if (isLossHour && lossMoment === 1) {
        await drain();
        lastMessage = await losing();
      }
      await drain();
      if (isLossHour && lossMoment === 2) lastMessage = await losing();
      await anHourPasses(at, hour);
    }
    world.mailCode = 0;
    world.hookStatus = 204;
    for (let n = 0; n < writes.length; n++) await (writes[n] as () => Promise<unknown>)();
    await drain();
    await anHourPasses(at, 34);
    await drain();
    const seen = await seenBy(author, at, reports);
    stream.close();
    await listening;

    const early = world.sent.filter(({ isLate }) => !isLate);
    const late = world.sent.filter(({ isLate }) => isLate);
    const toHidden = new RegExp(
      `(clients/|ID )(${people
        .filter(({ word }) => word === hidden.word)
        .map(({ id }) => id)
        .join('|')})\\b`,
    );
    const isFact = (content: string) => canaries.test(content) || toHidden.test(content);
    const about = new Set(people.filter(({ word }) => word === hidden.word).map(({ id }) => id));
    const isTold = ({ what, content }: Sent) => {
      if (what !== 'webhook') return isFact(content);
      const { data } = JSON.parse(content);
      return isFact(content) || data === null || about.has(data.type === 'clients' ? data.id : data.client_id);
    };
    const outside = (all: Sent[]) =>
      all.filter(({ what }) => what === 'webhook' || what.endsWith('@outside.example') || what.endsWith(author.email));
    expect(outside(early).filter(isTold).length, 'what was told while the author could read it').toBeGreaterThan(5);
    expect(
      outside(late)
        .filter(isTold)
        .map(({ what, content }) => [what, content.slice(0, 200)]),
    ).toEqual([]);
    if (how === 'archived')
      expect(late.filter(({ what }) => what.endsWith(author.email)).map(({ content }) => content)).toEqual([]);
    expect(told.filter(({ isLate, event }) => isLate && isFact(event))).toEqual([]);
    // That a message was due tells whether a condition held.
    const isSeen = (content: string) => isFact(content) || content.includes(authorLostAccess);
    expect(seen.filter(isSeen).map((content) => content.slice(0, 300))).toEqual([]);
    const written = await query<{ content: string }>(
      `select concat_ws(' ', recipient, subject, body) as content from notification_messages
        where organization_id = $1 and id > $2`,
      [at.id, lastMessage],
    );
    expect(written.filter(({ content }) => canaries.test(content))).toEqual([]);
    for (const file of await filesFor(at)) {
      if (lossMoment === 0 && file.id !== export_id) expect(file.content).not.toMatch(canaries);
      expect(file).not.toMatchObject({ status: 200, content: expect.stringMatching(canaries) });
    }
    for (const reply of [
      await fetchTicket(),
      await send(recordFileRoutes.exported, { as: author, params: { id: export_id } }),
    ])
      expect([reply.status, canaries.test(reply.bytes.toString())]).toEqual([expect.toBeOneOf([401, 403, 404]), false]);
    const jobs = await query<{ kind: string; state: string }>(
      'select kind, state from jobs where organization_id = $1',
      [at.id],
    );
    expect(jobs.filter(({ state }) => state === 'running')).toEqual([]);
  },
);
