// Long because each way to act for somebody is here with its refusal and its end.
import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestPerson, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
const password = 'seven herons by the weir';
const password_hash = await passwordHash(password);

const asPlatform = (as: Caller, user: TestPerson, { id }: { id: number }) =>
  send(impersonationRoutes.start, { as, body: { user_id: user.id, organization_id: id } });
const asMember = (as: TestUser, user: TestPerson) =>
  send(impersonationRoutes.startInOrganization, { as, body: { user_id: user.id } });
const currentOf = (as: Caller) => call(impersonationRoutes.current, { as });
const admin = (organization: TestOrganization, privileges = allPrivileges) =>
  server.newUser(organization, { role: 'orgadmin', privileges });

const forbidden = (message: string = problems.forbidden.message) => ({ status: 403, errors: { base: [message] } });
const moreThanYou = forbidden('This person has more permissions than you. Ask the owner of the organization.');

const person = (first_name: string) =>
  ({ first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' }) as const;

/** Moves the end of what a session may do in somebody's place. */
const setEnd = ({ token }: Caller, minutes: number) => {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  return server.query(
    'update sessions set impersonation_expires_at = now() + make_interval(mins => $2) where id = $1',
    [sid, minutes],
  );
};

describe('R20 acting for somebody is refused', () => {
  test('to who is neither superuser, owner nor administrator, whatever their groups give', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { privileges: allPrivileges });
    const other = await server.newUser(organization);
    expect(await asMember(user, other)).toMatchObject(forbidden());
    for (const as of [user, organization.owner, await admin(organization)])
      expect(await asPlatform(as, other, organization)).toMatchObject(forbidden());
    expect(await currentOf(user)).toBeNull();
  });

  test('for a superuser, for an owner or administrator of the own organization, and for oneself', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const [one, two, superuser] = [await admin(organization), await admin(organization), await server.newSuperuser()];
    const colleague = await server.join(await server.newSuperuser(), organization);
    const noSuperuser = forbidden('No one can act as a superuser.');
    expect(await asPlatform(superuser, colleague, organization)).toMatchObject(noSuperuser);
    expect(await asMember(owner, colleague)).toMatchObject(noSuperuser);
    const noAdministrator = forbidden('You can only act as organization users, not as administrators.');
    for (const person of [owner, two]) expect(await asMember(one, person)).toMatchObject(noAdministrator);
    expect(await asMember(owner, one)).toMatchObject(noAdministrator);
    expect(await asMember(owner, owner)).toMatchObject({ status: 422, errors: { user_id: [expect.any(String)] } });
    for (const as of [owner, one, superuser]) expect(await currentOf(as)).toBeNull();
  });

  test('for who is archived, belongs elsewhere, or is not there', async () => {
    const [organization, elsewhere] = [await server.newOrganization(), await server.newOrganization()];
    const superuser = await server.newSuperuser();
    const [archived, stranger] = [await server.newUser(organization), await server.newUser(elsewhere)];
    await call(userRoutes.archive, { as: organization.owner, params: { id: archived.id } });
    const refusal = {
      status: 422,
      errors: { user_id: ['Choose a user of the organization who has accepted the invitation and is not archived'] },
    };
    for (const user of [archived, stranger, { ...stranger, id: 999_999_999 }]) {
      expect(await asMember(organization.owner, user)).toMatchObject(refusal);
      expect(await asPlatform(superuser, user, organization)).toMatchObject(refusal);
    }
    expect(await asPlatform(superuser, stranger, { id: 999_999_999 })).toMatchObject({
      status: 422,
      errors: { organization_id: [expect.any(String)] },
    });
  });

  test('to an administrator, for who may do more: by a privilege, by a grant to them, by one to their group', async () => {
    const organization = await server.newOrganization();
    const { id } = await call(clientRoutes.create, { as: organization.owner, body: person('Ana') });
    const lesser = await admin(organization, { clients: ['read'] });
    const grant = { entity: 'clients', id, actions: ['write'] } as const;
    const users = [
      await server.newUser(organization, { privileges: { clients: ['write'] } }),
      await server.newUser(organization, { privileges: { users: ['read'] } }),
      await server.newUser(organization, { grants: [{ ...grant, actions: ['write'] }] }),
      await server.newUser(organization, { grants: [{ ...grant, actions: ['write'], through_group: true }] }),
    ];
    for (const user of users) expect(await asMember(lesser, user)).toMatchObject(moreThanYou);
    const equal = await server.newUser(organization, {
      privileges: { clients: ['read'] },
      grants: [{ ...grant, actions: ['read'] }],
    });
    expect((await asMember(lesser, equal)).status).toBe(201);
  });

  test('while one acts for somebody already', async () => {
    const organization = await server.newOrganization();
    const [user, other, superuser] = [
      await server.newUser(organization),
      await server.newUser(organization),
      await server.newSuperuser(),
    ];
    await asPlatform(superuser, organization.owner, organization);
    expect(await asPlatform(superuser, other, organization)).toMatchObject(forbidden());
    expect(await asMember({ ...organization.owner, token: superuser.token }, other)).toMatchObject(
      forbidden('You are already acting as someone. Stop first.'),
    );
    expect(await currentOf(superuser)).toMatchObject({ user: { id: organization.owner.id } });
    await asMember(organization.owner, user);
    expect((await asMember(organization.owner, other)).status).toBe(403);
    expect(await currentOf(organization.owner)).toMatchObject({ user: { id: user.id } });
  });
});

describe('in somebody’s place nobody', () => {
  test('changes a password or an address, or accepts the agreement', async () => {
    const organization = await server.newOrganization();
    const superuser = await server.newSuperuser();
    const user = await server.newUser(organization, { agreed: false, password_hash });
    await asPlatform(superuser, user, organization);
    const { data } = await call(accountRoutes.agreementFields, { as: superuser });
    const stored = () =>
      server.query(
        `select email, hash, (select count(*)::int from email_changes where user_id = users.id) as changes
           from users join passwords on user_id = users.id where users.id = $1`,
        [user.id],
      );
    const before = await stored();
    const put = (body: object) => send(accountRoutes.changeAccount, { as: superuser, body });
    const agreement = { confidentiality_agreement: data.map(({ name }) => name) };
    expect(await put(agreement)).toMatchObject(forbidden());
    await server.query(
      `insert into confidentiality_agreements (user_id, version, statements)
       select $1, max(version), '{all}' from confidentiality_statements`,
      [user.id],
    );
    const fresh = 'a kite over the harbour';
    const changes = [{ password: fresh, password_confirmation: fresh }, { email: `mine-${user.email}` }];
    for (const change of changes)
      expect(await put({ ...change, current_password: password })).toMatchObject(forbidden());
    expect(await stored()).toEqual(before);
  });

  test('makes or renews API credentials, or comes into the platform', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const superuser = await server.newSuperuser();
    await server.query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
    const { group_id } = await server.newUser(organization);
    const body = { name: 'Nightly', permission_group_id: group_id as number };
    const { id } = await call(apiCredentialRoutes.create, { as: owner, body });
    await asPlatform(superuser, owner, organization);
    const as = { ...superuser, organization };
    expect(await send(apiCredentialRoutes.create, { as, body })).toMatchObject(forbidden());
    expect(await send(apiCredentialRoutes.rotate, { as, params: { id } })).toMatchObject(forbidden());
    expect((await call(apiCredentialRoutes.list, { as })).data.map((one) => one.id)).toEqual([id]);
    expect(await send(organizationRoutes.list, { as })).toMatchObject(forbidden());
  });
});

describe('acting for somebody', () => {
  test('is what that person may do, in the one organization, until it is stopped', async () => {
    const [organization, elsewhere] = [await server.newOrganization(), await server.newOrganization()];
    const superuser = await server.newSuperuser();
    const user = await server.newUser(organization, { privileges: { clients: ['read'] }, first_name: 'Una' });
    await server.join(user, elsewhere, { privileges: { clients: ['read'] } });
    const as = { ...superuser, organization };
    const statuses = async () => [
      (await send(clientRoutes.list, { as })).status,
      (await send(clientRoutes.create, { as, body: person('Ana') })).status,
      (await send(clientRoutes.list, { as, org: elsewhere })).status,
      (await send(organizationRoutes.list, { as })).status,
    ];
    expect(await statuses()).toEqual([200, 201, 200, 200]);
    const begun = await asPlatform(superuser, user, organization);
    expect(begun).toMatchObject({
      status: 201,
      body: {
        user: { id: user.id, first_name: 'Una', email: user.email },
        organization: { id: organization.id, slug: organization.slug },
      },
    });
    const minutes = (Date.parse(begun.body.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60.1);
    expect(await statuses()).toEqual([200, 403, 404, 403]);
    expect(await call(accountRoutes.account, { as })).toMatchObject({ id: user.id, role: 'orguser' });
    expect(await currentOf(as)).toEqual(begun.body);
    expect(await call(impersonationRoutes.currentInOrganization, { as })).toEqual(begun.body);
    expect((await send(impersonationRoutes.stop, { as })).status).toBe(204);
    expect(await currentOf(as)).toBeNull();
    expect(await statuses()).toEqual([200, 201, 200, 200]);
  });

  test('is open to the owner and to administrators for the users of their organization, and told in history', async () => {
    const organization = await server.newOrganization();
    for (const as of [organization.owner, await admin(organization)]) {
      const user = await server.newUser(organization, { privileges: { clients: ['write'] }, first_name: 'Una' });
      expect((await asMember(as, user)).status).toBe(201);
      const { id } = await call(clientRoutes.create, { as, body: person('Ana') });
      await call(impersonationRoutes.stopInOrganization, { as });
      await call(clientRoutes.update, { as, params: { id }, body: { middle_name: 'Eva' } });
      const { history } = await call(recordRoutes.versions, {
        as: organization.owner,
        params: { record_type: 'clients', record_id: id },
        query: { history: 'true' },
      });
      const self = `${as.first_name} ${as.last_name}`;
      expect(history.map(({ admin_name, impersonator_name }) => [admin_name, impersonator_name])).toEqual([
        [self, null],
        ['Una Marsh', self],
      ]);
    }
  });

  test('ends for the session that does it alone, and with the archiving of the person', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const superuser = await server.newSuperuser();
    const again = await server.services.database.adminTransaction(({ tx }) => server.startSession(tx, superuser.id));
    await asPlatform(superuser, user, organization);
    expect(await currentOf({ token: again })).toBeNull();
    expect((await send(organizationRoutes.list, { as: { token: again } })).status).toBe(200);
    const as = { ...superuser, organization };
    expect((await send(clientRoutes.list, { as })).status).toBe(200);
    await call(userRoutes.archive, { as: organization.owner, params: { id: user.id } });
    expect((await send(clientRoutes.list, { as })).status).toBe(404);
    expect((await send(impersonationRoutes.stop, { as })).status).toBe(204);
    expect((await send(organizationRoutes.list, { as })).status).toBe(200);
  });
});

describe('who becomes a superuser meanwhile', () => {
  test('is acted for as before, in the one organization', async () => {
    const [organization, elsewhere] = [await server.newOrganization(), await server.newOrganization()];
    const as = organization.owner;
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    await asMember(as, user);
    await server.query('update users set is_superuser = true where id = $1', [user.id]);
    expect((await send(clientRoutes.list, { as })).status).toBe(200);
    expect(await send(userRoutes.list, { as })).toMatchObject(forbidden());
    expect((await send(clientRoutes.list, { as, org: elsewhere })).status).toBe(404);
    expect(await send(organizationRoutes.list, { as })).toMatchObject(forbidden());
  });
});

describe('after 60 minutes in somebody’s place', () => {
  test('every call is refused in words of its own, and nothing is done as oneself, until one stops', async () => {
    const organization = await server.newOrganization();
    const superuser = await server.newSuperuser();
    const user = await server.newUser(organization, { privileges: { clients: ['write'] }, password_hash });
    await asPlatform(superuser, user, organization);
    const as = { ...superuser, organization };
    const attempts = () =>
      Promise.all([
        send(clientRoutes.list, { as }),
        send(clientRoutes.create, { as, body: person('Ana') }),
        send(organizationRoutes.list, { as }),
        send(organizationRoutes.update, { as, params: { id: organization.id }, body: { name: 'Taken over' } }),
        send(accountRoutes.changeAccount, { as, body: { first_name: 'Ada' } }),
        asPlatform(as, user, organization),
        asMember({ ...user, token: superuser.token }, user),
      ]);
    expect((await attempts()).slice(0, 2).map(({ status }) => status)).toEqual([200, 201]);
    await setEnd(as, 0);
    for (const reply of await attempts()) expect(reply).toMatchObject(forbidden(problems.impersonation_over.message));
    const stored = await server.query(
      `select o.name, (select count(*)::int from clients c where c.organization_id = o.id) as clients,
              (select array_agg(first_name) from users where id = any($2)) as names
         from organizations o where o.id = $1`,
      [organization.id, [superuser.id]],
    );
    expect(stored).toEqual([{ name: organization.name, clients: 1, names: [superuser.first_name] }]);

    expect(await currentOf(as)).toMatchObject({ user: { id: user.id }, organization: { id: organization.id } });
    expect(await call(impersonationRoutes.currentInOrganization, { as })).toMatchObject({ user: { id: user.id } });
    expect((await send(impersonationRoutes.stop, { as })).status).toBe(204);
    expect((await send(organizationRoutes.list, { as })).status).toBe(200);
    expect((await asPlatform(as, user, organization)).status).toBe(201);
  });

  test('a minute before, they are not over', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    await asMember(organization.owner, user);
    await setEnd(organization.owner, 1);
    expect((await send(clientRoutes.list, { as: organization.owner })).status).toBe(200);
  });
});

describe('who was invited and has not accepted', () => {
  test('is nobody that one acts for, and nothing is told of their account', async () => {
    const [organization, elsewhere] = [await server.newOrganization(), await server.newOrganization()];
    const person = await server.newUser(elsewhere, { password_hash, first_name: 'Guinevere' });
    const body = { first_name: 'x', last_name: 'y', email: person.email, permission_group_ids: [] };
    await call(userRoutes.create, { as: organization.owner, body });
    const refusal = { status: 422, errors: { user_id: [expect.stringMatching(/accepted the invitation/)] } };
    expect(await asMember(organization.owner, person)).toMatchObject(refusal);
    expect(await asPlatform(await server.newSuperuser(), person, organization)).toMatchObject(refusal);
  });
});

describe('in somebody’s place one learns', () => {
  test('of the one organization that one acts in, and changes nothing of the account', async () => {
    const [organization, secret] = [await server.newOrganization(), await server.newOrganization()];
    const user = await server.newUser(organization, { password_hash });
    await server.join(user, secret, { privileges: { clients: ['read'] } });
    await server.query(
      `insert into email_changes (user_id, email, expires_at) values ($1, 'new@example.org', now() + interval '1 hour')`,
      [user.id],
    );
    const own = await call(accountRoutes.account, { as: user });
    expect([own.organizations.length, own.pending_email]).toEqual([2, 'new@example.org']);
    await asMember(organization.owner, user);
    const as = organization.owner;
    const told = await call(accountRoutes.account, { as });
    expect(told.organizations.map(({ id }) => id)).toEqual([organization.id]);
    expect(told).toMatchObject({ pending_email: null, second_factor: false });
    for (const body of [{ first_name: 'Hacked' }, { last_name: 'ByA' }, { time_zone: 'Asia/Kathmandu' }, {}])
      expect(await send(accountRoutes.changeAccount, { as, body })).toMatchObject(forbidden());
    expect((await call(accountRoutes.account, { as: user })).first_name).toBe(user.first_name);
  });

  test('and the person learns of it by mail', async () => {
    const organization = await server.newOrganization();
    const user = await server.newUser(organization);
    await asMember(organization.owner, user);
    const mail = await server.mailTo(user.email);
    expect(mail.subject).toBe(
      `${organization.owner.first_name} ${organization.owner.last_name} is acting as you at ${organization.name}`,
    );
  });
});

describe('acting for somebody ends', () => {
  const ended = forbidden(
    'Your permissions or this person’s have changed, so you can no longer act as them. Stop to continue as yourself.',
  );
  const acting = async (privileges: typeof allPrivileges = { clients: ['read'] }) => {
    const organization = await server.newOrganization();
    const actor = await admin(organization, privileges);
    const subject = await server.newUser(organization, { privileges });
    expect((await asMember(actor, subject)).status).toBe(201);
    expect((await send(clientRoutes.list, { as: actor })).status).toBe(200);
    return { organization, actor, subject };
  };
  const setGroup = (user: TestUser, privileges: object) =>
    server.query('update permission_groups set privileges = $2 where id = $1', [user.group_id, privileges]);

  test('when they are given what the actor lacks: by a group, by a grant', async () => {
    const { actor, subject } = await acting();
    await setGroup(subject, { clients: ['read', 'write'] });
    expect(await send(clientRoutes.create, { as: actor, body: person('Ana') })).toMatchObject(ended);
    expect(await send(clientRoutes.list, { as: actor })).toMatchObject(ended);

    const other = await acting();
    const { id } = await call(clientRoutes.create, { as: other.organization.owner, body: person('Bo') });
    await server.query(
      `insert into record_permissions (organization_id, entity, record_id, user_id, actions) values ($1, 'clients', $2, $3, '{write}')`,
      [other.organization.id, id, other.subject.id],
    );
    const sent = { as: other.actor, params: { id }, body: { first_name: 'Mo' } };
    expect(await send(clientRoutes.update, sent)).toMatchObject(ended);
  });

  test('when the actor loses every group, the office, or the organization', async () => {
    const ends: ((of: Awaited<ReturnType<typeof acting>>) => Promise<unknown>)[] = [
      ({ actor }) => setGroup(actor, {}),
      ({ actor }) => server.query('delete from membership_permission_groups where membership_id = $1', [actor.id]),
      ({ organization: { owner }, actor }) =>
        call(userRoutes.update, { as: owner, params: { id: actor.id }, body: { role: 'orguser' } }),
    ];
    for (const end of ends) {
      const all = await acting();
      await end(all);
      expect((await send(clientRoutes.list, { as: all.actor })).status).toBe(403);
      expect(await currentOf(all.actor)).toMatchObject({ user: { id: all.subject.id } });
      expect((await send(impersonationRoutes.stop, { as: all.actor })).status).toBe(204);
    }
    const gone = await acting();
    await call(userRoutes.archive, { as: gone.organization.owner, params: { id: gone.actor.id } });
    expect([401, 403]).toContain((await send(clientRoutes.list, { as: gone.actor })).status);
  });

  test('for who is no superuser any more', async () => {
    const organization = await server.newOrganization();
    const superuser = await server.newSuperuser();
    const user = await server.newUser(organization, { privileges: { clients: ['read'] } });
    await asPlatform(superuser, user, organization);
    const as = { ...superuser, organization };
    expect((await send(clientRoutes.list, { as })).status).toBe(200);
    await server.query('update users set is_superuser = false where id = $1', [superuser.id]);
    expect(await send(clientRoutes.list, { as })).toMatchObject(ended);
  });
});
