// Over 300 lines: the referral system on good days and bad ones, in one place with what it needs.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { referralSystemRoutes as routes } from '#contract/resources/referral-system.ts';
import { sendReferrals } from '#server/referrals/send.ts';
import { simulatedKey, simulatedOrganization, startSimulator, type Trouble } from '#tests/referral-simulator.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { selfSigned } from '#tests/server/self-signed.ts';

const server = await startServer();
const { call, send, query } = server;
const simulator = await startSimulator();
const { referralHosts } = server.services.config;
const down = 'The DTD system is not available. Your data is saved; try again later.';

const superuser = await server.newSuperuser();
/** An organization with a form that refers, and the person of the tests. */
const newPlace = async () => {
  const organization = await server.newOrganization();
  const make = formMakers(server, organization);
  const form = await make.form('Housing Referral', { To: {}, Service: {}, Reason: {}, Note: {} });
  const person = await make.person();
  return { ...organization, time_zone: 'America/New_York', as: organization.owner, form, person, make };
};
type Place = Awaited<ReturnType<typeof newPlace>>;

const settings = ({ form }: Place) => ({
  base_url: simulator.origin,
  api_key: simulatedKey,
  case_worthy_organization_id: simulatedOrganization,
  template_referral_form_id: form.id,
  referral_form_field_mappings: {
    refer_to_provider_id: form.ids.To as number,
    service_type_id: form.ids.Service as number,
    referral_reason: form.ids.Reason as number,
    note: form.ids.Note as number,
  },
});
const change = (of: { id: number }, case_worthy_affiliation: object) =>
  send(organizationRoutes.update, { as: superuser, params: { id: of.id }, body: { case_worthy_affiliation } });

let place: Place;
beforeEach(async () => {
  referralHosts.splice(0, referralHosts.length, { origin: simulator.origin, isTrusted: true });
  simulator.trouble = () => null;
  simulator.delay = () => 0;
  for (const kept of [simulator.people, simulator.referrals, simulator.asked]) kept.length = 0;
  place = await newPlace();
  expect((await change(place, settings(place))).status).toBe(200);
});

const record = ({ as, form }: Place, client_id = place.person, to = 'Harbor Clinic') =>
  call(clientFormRoutes.create, {
    as,
    params: { client_id },
    body: { form_id: form.id, answers: form.given({ To: to, Service: 'Pediatric visit', Reason: 'A cough' }) },
  });
const shown = ({ as }: Place, { id, client_id }: { id: number; client_id: number }) =>
  call(clientFormRoutes.show, { as, params: { client_id, id } });
const linkTo = (case_worthy_client_id: string | null, { as }: Place = place, client_id = place.person) =>
  send(routes.linkClient, { as, params: { client_id }, body: { case_worthy_client_id } });
const trouble = (kind: Trouble | null) => {
  simulator.trouble = () => kind;
};
const made = () => simulator.asked.filter(({ method, path }) => method === 'POST' && path === '/referrals');

describe('AD-16 SR-14 the settings', () => {
  test.each([
    ['base_url', 'not an address', 'Enter an address like https://dtd.example.org/api'],
    ['base_url', 'http://dtd.example.org', 'Enter an address that begins with https://'],
    ['base_url', 'ftp://dtd.example.org', 'Enter an address that begins with https://'],
    [
      'base_url',
      'https://ana:secret@dtd.example.org',
      'Enter only the address, without a user name, a query or a # part',
    ],
    [
      'base_url',
      'https://10.0.0.5/',
      'This address isn’t on the public internet. The people who run Hearth can allow it in REFERRAL_HOSTS.',
    ],
    [
      'base_url',
      'https://[::1]/',
      'This address isn’t on the public internet. The people who run Hearth can allow it in REFERRAL_HOSTS.',
    ],
    [
      'base_url',
      'https://localhost/',
      'This address isn’t on the public internet. The people who run Hearth can allow it in REFERRAL_HOSTS.',
    ],
    ['template_referral_form_id', 999_999_999, 'Choose a client form of this organization'],
    ['api_key', 'two words', 'Enter the key from DTD, without spaces'],
  ])('are refused with %s %s', async (key, value, message) => {
    const { status, errors } = await change(place, { [key]: value, ...(key === 'base_url' ? { api_key: 'k' } : {}) });
    expect([status, errors[`case_worthy_affiliation.${key}`]]).toEqual([422, [message]]);
  });

  test('SR-15 name fields of the form alone, and no form of a neighbour', async () => {
    const other = await newPlace();
    const wrong = { note: other.form.ids.Note };
    expect((await change(place, { referral_form_field_mappings: wrong })).errors).toEqual({
      'case_worthy_affiliation.referral_form_field_mappings.note': ['Choose a field of this form'],
    });
    expect((await change(place, { template_referral_form_id: other.form.id })).status).toBe(422);
  });

  test('R105 never show the key again, keep it encrypted, and ask for it anew for another server', async () => {
    const { body } = await change(place, { case_worthy_organization_id: 'other' });
    expect(body.case_worthy_affiliation).toMatchObject({ api_key_set: true, case_worthy_organization_id: 'other' });
    expect(JSON.stringify(body)).not.toContain(simulatedKey);
    const rows = await query<{ api_key: Buffer }>('select * from case_worthy_affiliations');
    expect(rows.some((row) => JSON.stringify(row).includes(simulatedKey) || row.api_key.includes(simulatedKey))).toBe(
      false,
    );
    const { errors } = await change(place, { base_url: 'https://dtd.example.org' });
    expect(errors).toEqual({ 'case_worthy_affiliation.api_key': ['This is a different server. Enter its key.'] });
  });

  test("are the platform team's alone", async () => {
    const body = { case_worthy_affiliation: settings(place) };
    expect((await send(organizationRoutes.update, { as: place.as, params: { id: place.id }, body })).status).toBe(403);
    expect((await send(organizationRoutes.caseWorthyTest, { as: place.as, params: { id: place.id } })).status).toBe(
      403,
    );
  });

  test('are tried by a call that changes nothing', async () => {
    const tried = async () =>
      await call(organizationRoutes.caseWorthyTest, { as: superuser, params: { id: place.id } });
    expect(await tried()).toEqual({ ok: true, message: 'The DTD system answered with 4 statuses.' });
    trouble('closed');
    expect(await tried()).toEqual({ ok: false, message: 'The server answered with the status 401.' });
    trouble('redirect');
    expect(await tried()).toEqual({ ok: false, message: 'The server redirected to another address.' });
  });

  test('SH-34 SR-16 show the organization that there is a system; taken away, the menu goes and rows stay', async () => {
    const account = () => call(organizationAccountRoutes.organizationAccount, { as: place.as });
    expect(await account()).toMatchObject({ case_worthy_affiliation: true });
    const response = await record(place);
    expect((await change(place, { destroy: true })).body.case_worthy_affiliation).toBeNull();
    expect(await account()).toMatchObject({ case_worthy_affiliation: false });
    expect((await shown(place, response)).referral).toMatchObject({ referral_status: null });
    const { as } = place;
    expect((await send(routes.statuses, { as })).status).toBe(404);
    expect((await send(routes.referrals, { as })).status).toBe(404);
    expect((await send(routes.refresh, { as })).status).toBe(404);
    expect((await send(routes.clients, { as, query: { first_name: 'A', last_name: 'B' } })).status).toBe(404);
  });
});

describe('a person', () => {
  test('SR-28 SR-29 is looked for by names and date of birth', async () => {
    simulator.people.push({
      entity_id: '7',
      first_name: 'Ana',
      middle_name: null,
      last_name: 'Ruiz',
      birth_date: '1990-01-02',
    });
    const { data } = await call(routes.clients, {
      as: place.as,
      query: { first_name: 'Ana', last_name: 'Ruiz', birth_date: '1990-01-02' },
    });
    expect(data).toEqual(simulator.people);
    expect(simulator.asked[0]).toMatchObject({
      query: { first_name: 'Ana', last_name: 'Ruiz', birth_date: '1990-01-02' },
      headers: { authorization: `Bearer ${simulatedKey}`, 'x-organization-id': simulatedOrganization },
    });
  });

  test('SR-30 SR-31 is made there or linked once; who is linked already is not linked again', async () => {
    const { as, person: client_id } = place;
    const sent = { as, params: { client_id }, body: { email: 'ana@example.org' } };
    const twice = await Promise.all([send(routes.createClient, sent), send(routes.createClient, sent)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(simulator.people).toEqual([expect.objectContaining({ first_name: 'Ana', birth_date: '1990-01-02' })]);
    expect((await linkTo('other')).status).toBe(409);
    const { case_worthy_client_id } = await call(clientRoutes.show, { as, params: { id: client_id } });
    expect(case_worthy_client_id).toBe(simulator.people[0]?.entity_id);
    expect((await linkTo(null)).body).toMatchObject({ case_worthy_client_id: null });
    expect((await linkTo('other')).body).toMatchObject({ case_worthy_client_id: 'other' });
  });

  test('is linked to a record that nobody else is linked to', async () => {
    const { as, make, person } = place;
    const [bo, cy] = [await make.person('Bo'), await make.person('Cy')];
    expect((await linkTo('one', place, person)).status).toBe(200);
    const { first_name, last_name } = await call(clientRoutes.show, { as, params: { id: person } });
    const taken = (who: string) => ({
      status: 409,
      errors: {
        base: [`This DTD record is linked to ${who}. Merge the two people, or unlink the other one first.`],
      },
    });
    expect(await linkTo('one', place, bo)).toMatchObject(taken(`${first_name} ${last_name} (ID ${person})`));
    const own = await server.newUser(place, { grants: [{ entity: 'clients', id: bo, actions: ['read', 'write'] }] });
    expect(await linkTo('one', { ...place, as: own }, bo), 'unseen').toMatchObject(taken('another person'));
    expect((await linkTo(null, place, person)).status).toBe(200);
    const both = await Promise.all([linkTo('one', place, bo), linkTo('one', place, cy)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('stays with who may see and change them: nothing is asked for others', async () => {
    const reader = await server.newUser(place, { privileges: { clients: ['read'] } });
    const stranger = await server.newUser(place, { privileges: { notes: ['read'] } });
    const neighbour = await server.newOrganization();
    const params = { client_id: place.person };
    const asked = { first_name: 'Ana', last_name: 'Ruiz' };
    expect((await send(routes.clients, { as: stranger, query: asked })).status).toBe(403);
    expect((await send(routes.createClient, { as: reader, params, body: {} })).status).toBe(403);
    expect((await linkTo('7', { ...place, as: reader })).status).toBe(403);
    expect((await send(routes.createClient, { as: neighbour.owner, params, body: {} })).status).toBe(404);
    expect((await send(routes.ofClient, { as: neighbour.owner, params })).status).toBe(404);
    expect(simulator.asked).toEqual([]);
  });

  test('R39 R40 keeps their link in a merge, and two who are linked apart are not merged', async () => {
    const { as, make } = place;
    const [master, other] = [place.person, await make.person('Anna')];
    await linkTo('one', place, master);
    await linkTo('two', place, other);
    const body = { master_client_id: master, client_ids: [other], is_duplicate: true };
    const refused = await send(mergeClientRoutes.create, { as, body });
    expect([refused.status, refused.errors]).toEqual([
      422,
      { client_ids: ['These people are linked to different DTD records. Unlink one first.'] },
    ]);
    await linkTo(null, place, master);
    const response = await record(place, other);
    expect((await send(mergeClientRoutes.create, { as, body })).status).toBe(202);
    await server.drainJobs();
    const merged = await call(clientRoutes.show, { as, params: { id: master } });
    expect(merged.case_worthy_client_id).toBe('two');
    expect((await shown(place, { ...response, client_id: master })).referral?.client_form_id).toBe(response.id);
  });
});

describe('SR-16 SR-31 an organization whose referral system was turned off', () => {
  test('links and unlinks nobody, and merges who was linked apart into the link of the master', async () => {
    const { as, make } = place;
    const [master, other] = [place.person, await make.person('Anna')];
    await linkTo('one', place, master);
    await linkTo('two', place, other);
    expect((await change(place, { destroy: true })).status).toBe(200);
    expect((await linkTo(null, place, master)).status).toBe(404);
    expect((await linkTo('three', place, master)).status).toBe(404);
    const shownAs = async (id: number) => (await call(clientRoutes.show, { as, params: { id } })).case_worthy_client_id;
    expect([await shownAs(master), await shownAs(other)]).toEqual(['one', 'two']);
    // Nobody can unlink one of them, so it is not asked for.
    const body = { master_client_id: master, client_ids: [other], is_duplicate: true };
    expect((await send(mergeClientRoutes.create, { as, body })).status).toBe(202);
    await server.drainJobs();
    expect(await shownAs(master)).toBe('one');
  });
});

describe('SR-21 R105 a referral', () => {
  test('waits for an unlinked person, is sent once they are linked, and is followed', async () => {
    const { as, person } = place;
    const response = await record(place);
    expect(response.referral).toMatchObject({ client_form_id: response.id, referral_id: null, referral_status: null });
    await server.drainJobs();
    expect(made()).toEqual([]);
    const client = () => call(clientRoutes.show, { as, params: { id: person } });
    expect(await client()).toMatchObject({ referred_not_linked: true });
    await linkTo('77120');
    await server.drainJobs();
    expect(await client()).toMatchObject({ referred_not_linked: false });
    expect(made().map(({ body }) => body)).toEqual([
      {
        entity_id: '77120',
        refer_from_provider_id: null,
        refer_to_provider_id: 'Harbor Clinic',
        refer_to_program_id: null,
        service_type_id: 'Pediatric visit',
        referral_reason: 'A cough',
        note: null,
        referral_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        external_id: expect.any(String),
      },
    ]);
    const sent = (await shown(place, response)).referral;
    expect(sent).toMatchObject({
      referral_status: 'Pending',
      referral_id: simulator.referrals[0]?.provider_referral_id,
    });

    Object.assign(simulator.referrals[0] as object, {
      referral_status: 'Accepted',
      notes: 'Bring the card',
      status_updated_at: new Date().toISOString(),
    });
    const { job } = await call(routes.refresh, { as });
    await server.drainJobs();
    expect(await call(jobRoutes.show, { as, params: { id: job.id } })).toMatchObject({ state: 'succeeded' });
    expect((await shown(place, response)).referral).toMatchObject({
      referral_status: 'Accepted',
      note: 'Bring the card',
    });
  });

  test('is made by the form of the settings alone, and neither by a copy of a response', async () => {
    const other = await place.make.form('Other', { To: {} });
    const response = await record({ ...place, form: other } as Place, place.person).catch(() => null);
    expect(response?.referral ?? null).toBeNull();
    const first = await record(place);
    const copy = await call(clientFormRoutes.clone, {
      as: place.as,
      params: { id: first.id },
      body: { clients_ids: [place.person] },
    });
    expect((await shown(place, copy)).referral).toBeNull();
  });

  test('is corrected with its response until it was tried, and not afterwards', async () => {
    const response = await record(place);
    const correct = (to: string) =>
      call(clientFormRoutes.update, {
        as: place.as,
        params: { client_id: place.person, id: response.id },
        body: { answers: place.form.given({ To: to }) },
      });
    await correct('Second');
    trouble('lost');
    await linkTo('77120');
    await server.drainJobs();
    await correct('Third');
    trouble(null);
    await sendReferrals(server.services, place, '1 millisecond');
    await call(routes.refresh, { as: place.as });
    await server.drainJobs();
    expect(simulator.referrals.map(({ to_organization }) => to_organization)).toEqual(['Second']);
    expect(new Set(made().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('that DTD refuses says why, and goes once its response is corrected', async () => {
    await linkTo('77120');
    trouble('refused');
    const response = await record(place);
    await server.drainJobs();
    expect((await shown(place, response)).referral).toMatchObject({
      referral_id: null,
      refusal: 'The DTD system didn’t accept this: This provider takes no referrals',
    });
    trouble(null);
    await call(clientFormRoutes.update, {
      as: place.as,
      params: { client_id: place.person, id: response.id },
      body: { answers: place.form.given({ To: 'Another' }) },
    });
    await server.drainJobs();
    expect((await shown(place, response)).referral).toMatchObject({ refusal: null, referral_status: 'Pending' });
  });

  test('SR-19 SR-24 gets another status by who may change its response: known ones, of what was sent', async () => {
    const { as } = place;
    const response = await record(place);
    const id = response.referral?.id as number;
    const set = (referral_status: string, by = as) =>
      send(routes.update, { as: by, params: { id }, body: { referral_status } });
    expect((await set('Accepted')).status).toBe(409);
    await linkTo('77120');
    await server.drainJobs();
    expect(await set('Lost in space')).toMatchObject({
      status: 422,
      errors: { referral_status: ['Choose one of the statuses in DTD'] },
    });
    const reader = await server.newUser(place, { privileges: { clients: ['read'], client_forms: ['read'] } });
    expect((await set('Accepted', reader)).status).toBe(403);
    const outsider = await newPlace();
    await change(outsider, settings(outsider));
    expect((await set('Accepted', outsider.as)).status).toBe(404);
    expect((await set('Accepted')).body).toMatchObject({ id, referral_status: 'Accepted' });
    expect(simulator.referrals[0]).toMatchObject({ referral_status: 'Accepted' });
    expect((await call(routes.statuses, { as })).data).toContainEqual({ text: 'Accepted', value: 'Accepted' });
  });

  test('of a restricted form gets another status by who is listed with write (R29b)', async () => {
    const response = await record(place);
    await linkTo('77120');
    await server.drainJobs();
    const listed = (action: 'read' | 'write') =>
      server.newUser(place, {
        privileges: { clients: ['read'], client_forms: ['read', 'write'] },
        grants: [{ entity: 'forms', id: place.form.id, actions: [action] }],
      });
    const params = { id: response.referral?.id as number };
    const set = async (as: Awaited<ReturnType<typeof listed>>) =>
      (await send(routes.update, { as, params, body: { referral_status: 'Accepted' } })).status;
    expect([await set(await listed('read')), await set(await listed('write'))]).toEqual([403, 200]);
  });

  test('none is lost and none doubled, whatever happens to calls', async () => {
    await linkTo('77120');
    let count = 0;
    const bad: Trouble[] = ['lost', 'down', 'silent', 'nonsense', 'lost'];
    simulator.trouble = ({ method }) =>
      method === 'POST' && ++count % 3 === 0 ? (bad[count % bad.length] as Trouble) : null;
    simulator.trouble = (
      (before) => (asked) =>
        before(asked) === 'silent' ? 'down' : before(asked)
    )(simulator.trouble);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => record(place, place.person, `Place ${index}`)),
    );
    for (
      let round = 0;
      round < 60 && new Set(simulator.referrals.map(({ external_id }) => external_id)).size < 40;
      round++
    )
      await sendReferrals(server.services, place, '1 millisecond');
    trouble(null);
    await query('update referrals set due_at = now() where organization_id = $1 and referral_id is null', [place.id]);
    await sendReferrals(server.services, place);
    expect(simulator.referrals.map(({ to_organization }) => to_organization).toSorted()).toEqual(
      responses.map((_, index) => `Place ${index}`).toSorted(),
    );
    const [kept] = await query<{ sent: number; doubled: number }>(
      `select count(distinct referral_id)::int as sent, (count(referral_id) - count(distinct referral_id))::int as doubled
         from referrals where organization_id = $1`,
      [place.id],
    );
    expect(kept).toEqual({ sent: 40, doubled: 0 });
  });
});

describe('where consent to referrals is required, of who has not agreed', () => {
  const agree = ({ as, person: client_id }: Place) =>
    call(consentRoutes.create, { as, params: { client_id }, body: { purposes: ['referral'], given_by: 'person' } });

  test('nothing leaves: they are not looked for, made or linked, and their referral waits', async () => {
    const { as, person: client_id } = place;
    await linkTo('77120');
    await call(consentRoutes.changePurposes, { as, body: { required: ['referral'] } });
    const query = { first_name: 'Ana', last_name: 'Ruiz' };
    expect((await send(routes.clients, { as, query })).errors).toEqual({
      client_id: ['Choose the person you’re searching for: they must have agreed to it'],
    });
    const named = { ...query, client_id: String(client_id) };
    const refusals = [
      await send(routes.clients, { as, query: named }),
      await send(routes.createClient, { as, params: { client_id }, body: {} }),
      await linkTo('other'),
    ];
    const sentence = 'This person has not agreed to this: Referral. Record their consent first.';
    expect(refusals.map(({ errors }) => errors)).toEqual(refusals.map(() => ({ base: [sentence] })));
    const response = await record(place);
    await server.drainJobs();
    expect((await shown(place, response)).referral).toMatchObject({ referral_id: null, refusal: sentence });
    expect(simulator.asked).toEqual([]);

    await agree(place);
    expect((await send(routes.clients, { as, query: named })).status).toBe(200);
    await call(routes.refresh, { as });
    await server.drainJobs();
    expect((await shown(place, response)).referral).toMatchObject({ referral_status: 'Pending', refusal: null });
  });

  test('nor is the status of what was sent changed, once they have withdrawn', async () => {
    const { as, person: client_id } = place;
    await linkTo('77120');
    const response = await record(place);
    await server.drainJobs();
    await call(consentRoutes.changePurposes, { as, body: { required: ['referral'] } });
    const params = { id: response.referral?.id as number };
    const set = () => send(routes.update, { as, params, body: { referral_status: 'Accepted' } });
    expect((await set()).errors).toEqual({
      base: ['This person has not agreed to this: Referral. Record their consent first.'],
    });
    expect(simulator.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
    await agree({ ...place, person: client_id });
    expect((await set()).status).toBe(200);
  });
});

describe('SR-32 SR-33 the list', () => {
  test('holds what DTD knows and what waits, within dates and organizations', async () => {
    const { as } = place;
    await linkTo('77120');
    await record(place);
    await server.drainJobs();
    const other = await place.make.person('Ben');
    await record(place, other, 'Tidewater');
    const { data } = await call(routes.referrals, { as });
    expect(data.map((one) => [one.referral_status, one.to_organization, one.client_name])).toEqual(
      expect.arrayContaining([
        [null, 'Tidewater', 'Ruiz, Ben'],
        ['Pending', 'Harbor Clinic', 'Ruiz, Ana'],
      ]),
    );
    expect((await call(routes.referrals, { as, query: { end_date: '2020-01-01' } })).data).toEqual([]);
    expect((await call(routes.referrals, { as, query: { to_organization: 'Tidewater' } })).data).toHaveLength(1);
    expect((await send(routes.referrals, { as, query: { begin_date: 'yesterday' } })).status).toBe(422);
    expect((await call(routes.known, { as })).data).toHaveLength(2);
    expect((await call(routes.ofClient, { as, params: { client_id: other } })).data).toHaveLength(1);
  });

  test('tells who may not read a response neither whom it is about nor what was written', async () => {
    await linkTo('77120');
    const response = await record(place);
    await server.drainJobs();
    const other = await record(place, await place.make.person('Ben'));
    const few = await server.newUser(place, {
      privileges: { clients: ['read'] },
      grants: [{ entity: 'client_forms', id: other.id, actions: ['read'] }],
    });
    const { data } = await call(routes.referrals, { as: few });
    const hidden = data.find(({ provider_referral_id }) => provider_referral_id !== null);
    expect(hidden).toMatchObject({
      client_id: null,
      client_form_id: null,
      client_name: null,
      referral_reason: null,
      notes: null,
    });
    expect(data.map(({ client_form_id }) => client_form_id)).toContain(other.id);
    expect((await call(routes.known, { as: few })).data.map(({ client_form_id }) => client_form_id)).not.toContain(
      response.id,
    );
  });
});

test('SR-32 what a restricted form told DTD stays with who may read it, also while or once it is not known here', async () => {
  await linkTo('77120');
  const response = await record(place);
  await server.drainJobs();
  const readsAll = await server.newUser(place, { privileges: { clients: ['read'], client_forms: ['read'] } });
  await query('update forms set restricted = true where id = $1', [place.form.id]);
  const told = async () =>
    (await call(routes.referrals, { as: readsAll })).data.map(({ referral_reason, notes }) => [referral_reason, notes]);
  expect(await told()).toEqual([[null, null]]);
  await call(clientFormRoutes.remove, { as: place.as, params: { client_id: place.person, id: response.id } });
  expect(await told()).toEqual([[null, null]]);
});

describe('R105 on bad days', () => {
  const kinds: Trouble[] = ['down', 'closed', 'nonsense', 'shapeless', 'page', 'huge', 'redirect', 'lost'];
  test.each(kinds)('%s: says that it is not available, and nothing is changed', async (kind) => {
    const { as, person: client_id } = place;
    trouble(kind);
    const refusals = await Promise.all([
      send(routes.statuses, { as }),
      send(routes.clients, { as, query: { first_name: 'Ana', last_name: 'Ruiz' } }),
      send(routes.createClient, { as, params: { client_id }, body: {} }),
      send(routes.referrals, { as }),
    ]);
    expect(refusals.map(({ status, errors }) => [status, errors])).toEqual(refusals.map(() => [503, { base: [down] }]));
    expect((await call(clientRoutes.show, { as, params: { id: client_id } })).case_worthy_client_id).toBeNull();
  });

  test('a refusal is told in the words of DTD', async () => {
    trouble('refused');
    const reply = await send(routes.createClient, { as: place.as, params: { client_id: place.person }, body: {} });
    expect([reply.status, reply.errors]).toEqual([
      422,
      { base: ['The DTD system didn’t accept this: This provider takes no referrals'] },
    ]);
  });

  test('a response is saved all the same, and its job says what was wrong', async () => {
    const { as } = place;
    await linkTo('77120');
    trouble('down');
    const response = await record(place);
    const { job } = await call(routes.refresh, { as });
    await server.drainJobs();
    expect(await call(jobRoutes.show, { as, params: { id: job.id } })).toMatchObject({ state: 'failed', error: down });
    expect((await shown(place, response)).referral).toMatchObject({ referral_id: null, refusal: null });
  });

  test('times that no calendar has, and signs that no text has, keep nothing else from being read', async () => {
    const { as } = place;
    await linkTo('77120');
    const responses = [await record(place), await record(place, place.person, 'Second'), await record(place)];
    await server.drainJobs();
    const moments = ['+275760-09-13T00:00:00.000Z', '-000100-01-01T00:00:00.000Z', new Date().toISOString()];
    const told = moments.map((status_updated_at) => ({
      status_updated_at,
      referral_status: 'Acc\0epted',
      notes: 'A\0',
    }));
    // Sent side by side, they do not come there in the order of the responses.
    for (const [index, one] of told.entries()) {
      const { referral } = await shown(place, responses[index] as (typeof responses)[number]);
      const there = simulator.referrals.find((each) => each.provider_referral_id === referral?.referral_id);
      Object.assign(there as object, one);
    }
    const { job } = await call(routes.refresh, { as });
    await server.drainJobs();
    expect(await call(jobRoutes.show, { as, params: { id: job.id } })).toMatchObject({ state: 'succeeded' });
    const shownStatus = async (one: (typeof responses)[number]) => (await shown(place, one)).referral?.referral_status;
    expect(await shownStatus(responses[2] as (typeof responses)[number])).toBe('Accepted');
  });

  test('a reading is tried twice again, and what writes is not', async () => {
    trouble('down');
    await send(routes.statuses, { as: place.as });
    expect(simulator.asked).toHaveLength(3);
    await send(routes.createClient, { as: place.as, params: { client_id: place.person }, body: {} });
    expect(simulator.asked).toHaveLength(4);
  });

  test('a server whose certificate nobody vouches for is not spoken to', async () => {
    let asked = 0;
    const secure = createServer(selfSigned, (_, response) => {
      asked++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve).unref());
    const origin = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
    referralHosts.push({ origin, isTrusted: true });
    await change(place, { base_url: origin, api_key: 'k' });
    expect((await send(routes.statuses, { as: place.as })).status).toBe(503);
    expect(asked).toBe(0);
  });

  test('a private address is not called, also where it was allowed once', async () => {
    referralHosts.length = 0;
    expect((await send(routes.statuses, { as: place.as })).status).toBe(503);
    expect(simulator.asked).toEqual([]);
  });
});
