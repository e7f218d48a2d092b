// Over 300 lines: what goes and what stays, rule by rule, with one set of makers.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { archivedClientRoutes } from '#contract/resources/archived-clients.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { tables } from '#db/tables.ts';
import { sealAudit, verifyAudit } from '#server/access/audit.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { startRetention } from '#server/retention/jobs/retention.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { runRetention } from './run.ts';

const server = await startServer();
const { call, send, query } = server;
const services = { ...server.services, mailer: openMailer(server.services.config) };

type Draft = { subject: 'responses' | 'archived_clients' | 'audit_events'; form_id?: number };

/** An organization, and how its rules come to be on. */
const newHouse = async () => {
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  const make = formMakers(server, organization);
  const count = async (table: string, more = 'true') =>
    Number(
      (
        await query<{ count: string }>(`select count(*) from ${table} where organization_id = $1 and ${more}`, [
          organization.id,
        ])
      )[0]?.count,
    );
  /** A rule whose time has come. */
  const on = async (draft: Draft, { amount = 2, counted_from = 'recorded' as 'recorded' | 'changed' } = {}) => {
    const rule = await call(retentionRoutes.create, { as, body: { ...draft, amount, unit: 'years', counted_from } });
    const preview = await call(retentionRoutes.preview, { as, params: rule });
    const body = { count: preview.count, lock_version: rule.lock_version };
    await call(retentionRoutes.switchOn, { as, params: rule, body });
    await query(
      `update retention_rules set starts_at = now() - interval '1 hour', confirmed_at = now() - interval '8 days' where id = $1`,
      [rule.id],
    );
    return { id: rule.id, preview };
  };
  const where = (rule_id: number) => ({ ...services, organization_id: organization.id, rule_id });
  return { organization, as, make, count, on, run: (rule_id: number) => runRetention(where(rule_id)) };
};
type House = Awaited<ReturnType<typeof newHouse>>;

const old = (ids: number[], column = 'completed_at') =>
  query(`update responses set ${column} = now() - interval '3 years' where id = any($1)`, [ids]);

const paper = (words: string) => ({ Paper: new File([words], `${words}.txt`) });

/** A form with responses that are old, and one that is not. */
const answered = async ({ make }: House, words = 'Nothing', others = words) => {
  const form = await make.form('Intake', { Story: {}, Paper: { field_type: 'attachment' } });
  const client_id = await make.person();
  const ids = [];
  for (const story of [words, words, others])
    ids.push((await make.record(form, { Story: story }, { client_id, files: paper(story) })).id);
  await old(ids.slice(0, 2));
  return { form, client_id, gone: ids.slice(0, 2), stays: ids[2] as number };
};

/** Where in the rows of an organization words stand, by table. */
const whereStand = async ({ organization }: House, words: string): Promise<string[]> => {
  const found = [];
  for (const table of tables.distributed) {
    const rows = await query(
      `select 1 from ${table} t where t.organization_id = $1 and to_jsonb(t)::text ilike $2 limit 1`,
      [organization.id, `%${words}%`],
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
};

describe('nothing is deleted', () => {
  test('before the notice is over, by a rule that is off, or paused, or changed since', async () => {
    const house = await newHouse();
    const { form } = await answered(house);
    const { id } = await house.on({ subject: 'responses', form_id: form.id });
    const set = (columns: string) => query(`update retention_rules set ${columns} where id = $1`, [id]);
    await set(`starts_at = now() + interval '1 minute'`);
    expect(await house.run(id)).toBeNull();
    await set(`starts_at = now() - interval '1 hour'`);
    await call(retentionRoutes.pause, { as: house.as, params: { id } });
    expect(await house.run(id)).toBeNull();
    await call(retentionRoutes.update, { as: house.as, params: { id }, body: { amount: 1 } });
    expect(await house.run(id)).toBeNull();
    expect(await house.count('responses')).toBe(3);
    await startRetention(services);
    expect(await house.count('jobs', `kind = 'retention'`)).toBe(0);
  });

  test('of a neighbour', async () => {
    const [house, neighbour] = [await newHouse(), await newHouse()];
    const { form } = await answered(house);
    const { id } = await house.on({ subject: 'responses', form_id: form.id });
    const theirs = { ...services, organization_id: neighbour.organization.id, rule_id: id };
    expect(await runRetention(theirs)).toBeNull();
    expect(await house.count('responses')).toBe(3);
  });
});

describe('old responses go', () => {
  test('for good, with files and history, also what was changed and deleted of them; others stay', async () => {
    const house = await newHouse();
    const { make } = house;
    const { form, client_id, gone } = await answered(house, 'Zaubernuss', 'Hasel');
    const [changed] = gone as [number, number];
    await call(clientFormRoutes.update, {
      as: house.as,
      params: { client_id, id: changed },
      body: { answers: form.given({ Story: 'Zaubernuss again' }) },
    });
    await old(gone);
    const { id: torn } = await make.record(form, { Story: 'Zaubernuss torn' }, { client_id, files: paper('torn') });
    await old([torn]);
    await call(clientFormRoutes.remove, { as: house.as, params: { client_id, id: torn } });
    await query(
      `insert into notification_messages (organization_id, form_id, record_type, record_id, recipient, subject, body)
       values ($1, $2, 'client_forms', $3, 'ana@example.org', 'Response deleted', 'It said Zaubernuss')`,
      [house.organization.id, form.id, torn],
    );
    expect(await whereStand(house, 'Zaubernuss')).toEqual(expect.arrayContaining(['responses', 'versions', 'files']));
    const { id, preview } = await house.on({ subject: 'responses', form_id: form.id });
    expect(preview).toMatchObject({ count: 2, files: 2, deleted_before: 1, sees_all: true, staying: [] });
    expect(await house.run(id)).toMatchObject({ records: 2, deleted_before: 1, files: 3 });
    expect(await house.count('responses')).toBe(1);
    expect(await house.count('response_slots')).toBe(1);
    // The file of the one that stays.
    expect(await house.count('files')).toBe(1);
    expect(await whereStand(house, 'Zaubernuss')).toEqual([]);
    expect(await house.count('removed_rows')).toBe(0);
    expect(await send(clientFormRoutes.show, { as: house.as, params: { client_id, id: changed } })).toMatchObject({
      status: 404,
    });
    // Once more deletes nothing.
    expect(await house.run(id)).toMatchObject({ records: 0 });
  });

  test('counted from their last change where the rule says so', async () => {
    const house = await newHouse();
    const { form, gone } = await answered(house);
    const rule = await house.on({ subject: 'responses', form_id: form.id }, { counted_from: 'changed' });
    expect(rule.preview.count).toBe(0);
    await query(`set session_replication_role = replica`);
    await old([gone[0] as number], 'updated_at');
    await query(`set session_replication_role = origin`);
    expect(await house.run(rule.id)).toMatchObject({ records: 1 });
  });

  test('but not what answers have picked', async () => {
    const house = await newHouse();
    const shelters = await house.make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const picked = await house.make.internalRecord(shelters, { Name: 'North' });
    const free = await house.make.internalRecord(shelters, { Name: 'South' });
    const other = await answered(house);
    await query(`insert into record_uses (organization_id, record_id, response_id, field_id) values ($1, $2, $3, $4)`, [
      house.organization.id,
      picked.id,
      other.stays,
      other.form.ids.Story,
    ]);
    await old([picked.id, free.id]);
    const { id, preview } = await house.on({ subject: 'responses', form_id: shelters.id });
    expect(preview).toMatchObject({
      count: 1,
      staying: [{ count: 1, reason: expect.stringContaining('refer to them') }],
    });
    expect(await house.run(id)).toMatchObject({ records: 1 });
    const { data } = await call(internalFormRoutes.records, { as: house.as, params: { form_id: shelters.id } });
    expect(data.map((one: { id: number }) => one.id)).toEqual([picked.id]);
  });

  test('each once by two workers at the same time, and the counts are theirs together', async () => {
    const house = await newHouse();
    const { form, stays } = await answered(house);
    await query(
      `insert into responses (organization_id, form_id, client_id, completed_at, answers)
       select organization_id, form_id, client_id, now() - interval '4 years', '{}' from responses, generate_series(1, 998)
        where id = $1`,
      [stays],
    );
    const { id } = await house.on({ subject: 'responses', form_id: form.id });
    await Promise.allSettled([house.run(id), house.run(id), house.run(id)]);
    await house.run(id);
    const runs = await query<{ sum: string }>('select sum(records) from retention_runs where organization_id = $1', [
      house.organization.id,
    ]);
    expect(Number(runs[0]?.sum)).toBe(1000);
    expect(await house.count('responses')).toBe(1);
  });

  test('by a job at night, which tells the owner and the audit log in counts', async () => {
    const house = await newHouse();
    const { form } = await answered(house, 'Zimt');
    const { id } = await house.on({ subject: 'responses', form_id: form.id });
    await startRetention(services);
    await startRetention(services);
    expect(await house.count('jobs', `kind = 'retention'`)).toBe(1);
    await server.drainJobs();
    expect(await house.count('responses')).toBe(1);
    const { data } = await call(noticeRoutes.page, { as: house.as, params: { page: 1 } });
    expect(data.map(({ text }) => text)).toContain('Deleted by a retention rule: 2 responses, 2 files.');
    expect(data[0]?.url).toBe(`/organization/retention/${id}`);
    expect(await house.count('audit_events', `operation = 'retention of responses'`)).toBe(1);
    const runs = await call(retentionRoutes.runs, { as: house.as, params: { page: 1 } });
    expect(runs.data).toMatchObject([
      { records: 2, files: 2, rule: 'Responses to Intake, 2 years after they were recorded' },
    ]);
    // Nothing is left: no job, no notice.
    await startRetention(services);
    expect(await house.count('jobs', `kind = 'retention'`)).toBe(1);
  });
});

describe('archived people go', () => {
  const archive = async (house: House, id: number) => {
    await call(clientRoutes.remove, { as: house.as, params: { id } });
    await query(`update clients set archived_at = now() - interval '3 years' where id = $1`, [id]);
  };

  test('for good, with all that is recorded of them, also what was deleted before', async () => {
    const house = await newHouse();
    const { as, make, organization } = house;
    const { person, add, contact } = householdMakers(server, organization);
    const id = await person('Zaubernuss', { last_name: 'Hamamelis' });
    const partner = await person('Zaubernuss', { last_name: 'Hamamelis', gender: 'male' });
    await add(id, partner, 'husband');
    await contact(id, 'mother', { name: 'Zaubernuss Elder' });
    const form = await make.form('Intake', { Story: {}, Paper: { field_type: 'attachment' } });
    const files = paper('Zaubernuss');
    const { id: deleted } = await make.record(form, { Story: 'Zaubernuss once' }, { client_id: id, files });
    const noteOn = (notable_id: number) =>
      call(noteRoutes.create, {
        as,
        params: { notable_type: 'client_forms', notable_id },
        body: { body: 'Zaubernuss said so' },
      });
    await noteOn(deleted);
    await call(clientFormRoutes.remove, { as, params: { client_id: id, id: deleted } });
    await noteOn((await make.record(form, { Story: 'Zaubernuss twice' }, { client_id: id, files })).id);
    const { id: torn } = await call(noteRoutes.create, {
      as,
      params: { notable_type: 'clients', notable_id: id },
      body: { body: 'Zaubernuss torn' },
    });
    await call(noteRoutes.remove, { as, params: { notable_type: 'clients', notable_id: id, id: torn } });
    await call(noteRoutes.create, {
      as,
      params: { notable_type: 'clients', notable_id: id },
      body: { body: 'Zaubernuss kept' },
    });
    await query(
      `insert into consents (organization_id, client_id, purpose, wording, given_by, begins_on, recorded_by_id)
       values ($1, $2, 'sharing', 'As Zaubernuss was told', 'person', current_date, $3)`,
      [organization.id, id, as.id],
    );
    await archive(house, id);
    await archive(house, partner);
    await call(clientRoutes.create, {
      as,
      body: { first_name: 'Ana', last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' },
    });

    const { id: rule, preview } = await house.on({ subject: 'archived_clients' });
    expect(preview).toMatchObject({ count: 2, responses: 1, notes: 1, files: 1, staying: [] });
    expect(preview.first.map(({ name }) => name)).toEqual(['Zaubernuss Hamamelis', 'Zaubernuss Hamamelis']);
    expect(await house.run(rule)).toMatchObject({ records: 2, responses: 1, notes: 1, files: 2, deleted_before: 1 });
    expect(await whereStand(house, 'Zaubernuss')).toEqual([]);
    expect(await house.count('clients')).toBe(1);
    expect(await house.count('households')).toBe(0);
    const superuser = await server.newSuperuser();
    const reply = await send(archivedClientRoutes.show, { as: superuser, params: { id } });
    expect(reply.status).toBe(404);
  });

  test('and who headed a household, which goes on with its next head', async () => {
    const house = await newHouse();
    const { person, add, household } = householdMakers(server, house.organization);
    const [head, child] = [await person('Head'), await person('Child')];
    await add(head, child, 'daughter');
    await archive(house, head);
    const { id, preview } = await house.on({ subject: 'archived_clients' });
    expect(preview).toMatchObject({ count: 1, staying: [] });
    expect(await house.run(id)).toMatchObject({ records: 1 });
    const member_id = (await household(child))?.member_id;
    expect(await household(child)).toMatchObject({ head_id: member_id, members: [] });
  });

  test('with more responses than go in one step, none of which is left', async () => {
    const house = await newHouse();
    const { form, client_id, stays } = await answered(house);
    await query(
      `insert into responses (organization_id, form_id, client_id, completed_at, answers)
       select organization_id, form_id, client_id, now(), '{}' from responses, generate_series(1, 700) where id = $1`,
      [stays],
    );
    await archive(house, client_id);
    const { id } = await house.on({ subject: 'archived_clients' });
    expect(await house.run(id)).toMatchObject({ records: 1, responses: 703, files: 3 });
    expect(await house.count('responses')).toBe(0);
    expect(await house.count('responses', `form_id = ${form.id}`)).toBe(0);
  });
});

describe('the audit log goes', () => {
  test('up to a seal, from which the rest is checked; the platform keeps its own', async () => {
    const house = await newHouse();
    const { id: organization_id } = house.organization;
    const asPlatform = services.database.adminTransaction;
    const insert = (age: string) =>
      query(
        `insert into audit_events (organization_id, operation, result, request_id, occurred_at)
         select $1, 'one of ' || n, 'ok', gen_random_uuid(), now() - interval '${age}' from generate_series(1, 6) n`,
        [organization_id],
      );
    const sealedAgo = async (age: string) => {
      await insert(age);
      await asPlatform(({ tx }) => sealAudit(tx));
      await services.owner.transaction(async ({ tx }) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update audit_seals set created_at = now() - ${age}::interval
          where organization_id = ${organization_id} and created_at > now() - interval '1 hour'`.execute(tx);
      });
    };
    await sealedAgo('4 years');
    await sealedAgo('3 years');
    await sealedAgo('1 day');
    const faults = async () =>
      (await asPlatform(({ tx }) => verifyAudit(tx))).filter((one) =>
        one.includes(`of organization ${organization_id} `),
      );
    expect(await faults()).toEqual([]);
    const platform = (await query<{ count: string }>('select count(*) from platform_audit_events'))[0]?.count;
    const { id, preview } = await house.on({ subject: 'audit_events' });
    expect(preview.count).toBe(12);
    expect(await house.run(id)).toMatchObject({ records: 12 });
    expect(await house.count('audit_events', `operation like 'one of%'`)).toBe(6);
    expect(await faults()).toEqual([]);
    expect((await query<{ count: string }>('select count(*) from platform_audit_events'))[0]?.count).toBe(platform);
    // Whoever takes more than the rule did is found.
    await services.owner.transaction(async ({ tx }) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from audit_events where id = (select max(id) from audit_events where organization_id = ${organization_id}
        and operation = 'one of 3')`.execute(tx);
    });
    expect(await faults()).toHaveLength(1);
  });
});
