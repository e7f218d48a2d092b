import { createPrivateKey, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;

const newCredential = async (headers: Record<string, string> = {}) => {
  const organization = await server.newOrganization();
  await server.query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  const { group_id } = await server.newUser(organization, { privileges: { clients: ['read'] } });
  const body = { name: 'Intake kiosk', permission_group_id: group_id as number };
  const credential = await call(apiCredentialRoutes.create, { as: organization.owner, body, headers });
  return { organization, credential };
};
type Credential = Awaited<ReturnType<typeof newCredential>>['credential'];

const signed = ({ public_key, private_key }: Credential, requested_at: string) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key, d: private_key as string };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign(null, Buffer.from(`${public_key} ${requested_at}`), key).toString('base64url');
  return { public_key, requested_at, signature };
};

test('a signed rotation counts once: not again, and not one of an earlier time', async () => {
  const { credential } = await newCredential();
  const now = Date.now();
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const body = signed(credential, at(0));
  expect((await send(apiCredentialRoutes.rotateSigned, { body })).status).toBe(200);
  for (const again of [body, signed(credential, at(-30))])
    expect(await send(apiCredentialRoutes.rotateSigned, { body: again })).toMatchObject({
      status: 422,
      errors: { requested_at: [expect.stringContaining('already rotated')] },
    });
  expect((await send(apiCredentialRoutes.rotateSigned, { body: signed(credential, at(30)) })).status).toBe(200);
});

test('a time may be signed in any form of ISO 8601', async () => {
  const { credential } = await newCredential();
  const requested_at = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  expect((await send(apiCredentialRoutes.rotateSigned, { body: signed(credential, requested_at) })).status).toBe(200);
});

test('keys are not kept for a repeated Idempotency-Key', async () => {
  const { organization, credential } = await newCredential({ 'idempotency-key': 'once only' });
  const kept = await server.query('select answer::text from idempotency_keys where organization_id = $1', [
    organization.id,
  ]);
  expect(JSON.stringify(kept)).not.toContain(credential.api_key);
  expect(JSON.stringify(kept)).not.toContain(credential.private_key);
});
