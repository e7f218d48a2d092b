import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { draftRoutes, draftSubjects } from '#contract/resources/drafts.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

// The file that every scanner knows and that harms nobody, in two pieces so that none finds it here.
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

/** How the scanner behaves, and the contents that it was sent. */
let behaviour: 'scans' | 'is full' | 'breaks off' | 'babbles';
let scanned: Buffer[];

/** As clamd speaks: `zINSTREAM\0`, then chunks with their lengths before them, up to one of no length. */
const speak = async (socket: Socket) => {
  socket.on('error', () => {});
  let received = Buffer.alloc(0);
  const command = Buffer.from('zINSTREAM\0');
  for await (const chunk of socket) {
    if (behaviour === 'breaks off') return socket.destroy();
    if (behaviour === 'is full') return socket.end('INSTREAM size limit exceeded. ERROR\0');
    received = Buffer.concat([received, chunk]);
    if (received.length < command.length) continue;
    if (!received.subarray(0, command.length).equals(command)) return socket.end('UNKNOWN COMMAND\0');
    const content: Buffer[] = [];
    for (let at = command.length; at + 4 <= received.length; ) {
      const length = received.readUInt32BE(at);
      if (length === 0) {
        const whole = Buffer.concat(content);
        scanned.push(whole);
        if (behaviour === 'babbles') return socket.end('stream: OK and then some\0');
        return socket.end(whole.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
      }
      content.push(received.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
  }
};

const folder = mkdtempSync(join(tmpdir(), 'hearth-scan-'));
const path = join(folder, 'clamd.ctl');
const config = { clamavUrl: `unix://${path}` };
const server = await startServer({ config });
let scanner: Server;
const listen = async (where: string | number) => {
  scanner = createServer((socket) => void speak(socket)).listen(where as string);
  await once(scanner, 'listening');
};
beforeAll(() => listen(path));
afterAll(() => {
  scanner.close();
  rmSync(folder, { recursive: true, force: true });
});

let organization: TestOrganization;
let form: TestForm;
let make: ReturnType<typeof formMakers>;
let client_id: number;
beforeEach(async () => {
  behaviour = 'scans';
  scanned = [];
  config.clamavUrl = `unix://${path}`;
  organization = await server.newOrganization();
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('Papers', { Paper: { field_type: 'attachment' } });
});

const text = (content: string) => new File([content], 'a.txt');
const upload = (...papers: File[]) =>
  server.send(clientFormRoutes.create, {
    as: organization.owner,
    params: { client_id },
    body: { form_id: form.id, answers: [] },
    files: make.filesFor(form, { Paper: papers }),
  });
const kept = () => server.query('select 1 from files where organization_id = $1', [organization.id]);
const noted = () =>
  server.query(
    `select operation, result, user_id::float8, record_id::int from audit_events
      where organization_id = $1 and result = 'infected'`,
    [organization.id],
  );
const told = ['This file contains malware and wasn’t stored. Choose another file.'];

describe('a file is refused', () => {
  test('that holds malware, at its field and with a note in the audit log, and all with it', async () => {
    const reply = await upload(text('harmless'), text(eicar));
    expect([reply.status, reply.errors]).toEqual([422, { [`answers.${form.ids.Paper}`]: told }]);
    expect(await kept()).toEqual([]);
    expect(await noted()).toEqual([
      {
        operation: 'POST /organization/:org/clients/:client_id/client_forms',
        result: 'infected',
        user_id: organization.owner.id,
        record_id: client_id,
      },
    ]);
  });

  test('on every route that takes files, before it is read', async () => {
    const logo = new File([`<svg xmlns="http://www.w3.org/2000/svg"><!--${eicar}--></svg>`], 'logo.svg');
    const as = organization.owner;
    const reply = await server.send(organizationAccountRoutes.changeOrganizationAccount, { as, files: { logo } });
    expect([reply.status, reply.errors]).toEqual([422, { logo: told }]);
    const params = { key: 'a-draft-with-malware' };
    const subject = draftSubjects.client(client_id);
    await server.call(draftRoutes.save, { as, params, body: { subject, content: '{}', revision: 1 } });
    const drafted = await server.send(draftRoutes.addFile, { as, params, files: { file: text(eicar) } });
    expect([drafted.status, drafted.errors]).toEqual([422, { file: told }]);
    expect(await server.query('select 1 from draft_files where organization_id = $1', [organization.id])).toEqual([]);
    expect(await noted()).toHaveLength(2);
  });

  test.each(['is full', 'breaks off', 'babbles'] as const)('while the scanner %s', async (how) => {
    behaviour = how;
    const reply = await upload(text('harmless'.repeat(100_000)));
    expect([reply.status, reply.errors.base]).toEqual([503, [problems.unscanned.message]]);
    expect(reply.headers['retry-after']).toBe('60');
    expect([await kept(), await noted()]).toEqual([[], []]);
  });

  test('while the scanner cannot be reached', async () => {
    server.services.config.clamavUrl = 'tcp://127.0.0.1:9';
    const reply = await upload(text('harmless'));
    server.services.config.clamavUrl = `unix://${path}`;
    expect([reply.status, reply.errors.base]).toEqual([503, [problems.unscanned.message]]);
    expect(await kept()).toEqual([]);
  });
});

test('a file without malware is sent whole to the scanner, and stored', async () => {
  const content = 'all of a longer file\n'.repeat(20_000);
  const reply = await upload(text(content), text('another'));
  expect(reply.status, JSON.stringify(reply.errors)).toBe(201);
  expect(scanned.map(String)).toEqual([content, 'another']);
  expect(await kept()).toHaveLength(2);
});

test('answers without files ask no scanner', async () => {
  behaviour = 'breaks off';
  const reply = await server.send(clientFormRoutes.create, {
    as: organization.owner,
    params: { client_id },
    body: { form_id: form.id, answers: [] },
  });
  expect(reply.status).toBe(201);
});
