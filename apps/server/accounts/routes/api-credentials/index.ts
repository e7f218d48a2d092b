import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { sql } from 'kysely';
import type { HandlerResult } from '#contract/kit/route.ts';
import { apiCredentialRoutes, apiKeyMonths } from '#contract/resources/api-credentials.ts';
import { apiAddress, newApiKey } from '#server/access/api-keys.ts';
import { groupForProgram, mayCareForPrograms, notActing } from '#server/access/for-programs.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import { isSuspended } from '#server/access/suspension.ts';
import { newSecret } from '#server/access/tokens.ts';
import type { Tx } from '#server/kit/db.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { invalid, keeping, Problem } from '#server/kit/problem.ts';
import { among, findRow, insertRow, ofOrganization, type Row, removeRow, updateRow } from '#server/kit/rows.ts';

type Credential = Row<'api_credentials'>;
type Keys = { private_key?: string; api_key?: string };

type SerializedCredential = HandlerResult<typeof apiCredentialRoutes.create>;

const serialize = async (tx: Tx, rows: Credential[], { private_key = undefined, api_key = undefined }: Keys = {}) => {
  const ids = rows.map(({ permission_group_id }) => permission_group_id);
  const groups = await tx.selectFrom('permission_groups').select(['id', 'name']).where('id', '=', among(ids)).execute();
  return rows.map((row) => ({
    ...row,
    private_key: private_key ?? null,
    api_key: api_key ?? null,
    expired: Date.parse(row.expires_at) <= Date.now(),
    permission_group: groups.find(({ id }) => id === row.permission_group_id) as { id: number; name: string },
  }));
};

const serializeCredential = async (tx: Tx, row: Credential, keys: Keys = {}) =>
  (await serialize(tx, [row], keys))[0] as SerializedCredential;

const inThreeMonths = sql<string>`now() + make_interval(months => ${apiKeyMonths})`;

/** A credential writes history as a person of its own, who has no password and belongs nowhere. */
const personFor = async (tx: Tx, name: string): Promise<number> => {
  const email = apiAddress(newSecret().secret.toLowerCase());
  const { id } = await tx
    .insertInto('users')
    .values({ email, first_name: 'API:', last_name: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const keyPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const part = (key: { export: (options: { format: 'jwk' }) => { x?: string; d?: string } }) =>
    key.export({ format: 'jwk' });
  return { public_key: part(publicKey).x as string, private_key: part(privateKey).d as string };
};

const find = ({ tx, caller }: MemberContext, id: number) =>
  findRow(tx, 'api_credentials', { organization_id: caller.organization.id, id });

/** Puts a new key in the place of the old one, for three months from now. */
const rotate = async (tx: Tx, row: Credential, requested_at: string | null = row.rotation_requested_at) => {
  const { key, hash } = newApiKey();
  const changed = await updateRow(tx, 'api_credentials', {
    row,
    columns: { key_hash: hash, expires_at: inThreeMonths, warned_days: null, rotation_requested_at: requested_at },
  });
  return serializeCredential(tx, changed, { api_key: key });
};

const isSigned = (public_key: string, text: string, signature: string): boolean => {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
};

const minutes = (count: number) => count * 60_000;

/** Keys with which programs call the API. */
export const apiCredentialsFeature = implement(
  apiCredentialRoutes,
  {
    list: async (_, context) => {
      await mayCareForPrograms(context);
      const rows = await ofOrganization(context.tx, 'api_credentials', context.caller)
        .selectAll()
        .orderBy(sql`kit.fold(name) collate "C"`)
        .orderBy('id')
        .execute();
      return { data: await serialize(context.tx, rows) };
    },
    create: async ({ body: { name, permission_group_id } }, context) => {
      await mayCareForPrograms(context);
      notActing(context);
      await groupForProgram(context, permission_group_id);
      const { tx, caller } = context;
      const { public_key, private_key } = keyPair();
      const { key, hash } = newApiKey();
      const row = await insertRow(tx, 'api_credentials', {
        organization_id: caller.organization.id,
        name,
        permission_group_id,
        public_key,
        user_id: await personFor(tx, name),
        key_hash: hash,
        expires_at: inThreeMonths,
      });
      return serializeCredential(tx, row, { private_key, api_key: key });
    },
    rotate: async ({ params }, context) => {
      await mayCareForPrograms(context);
      notActing(context);
      const row = await find(context, params.id);
      await groupForProgram(context, row.permission_group_id);
      return rotate(context.tx, row);
    },
    remove: async ({ params }, context) => {
      await mayCareForPrograms(context);
      await removeRow(context.tx, 'api_credentials', { row: await find(context, params.id) });
    },
    rotateSigned: async ({ body: { public_key, requested_at, signature } }, { tx, enter, address }) => {
      await attempted(tx, limits.keyRotation, `${public_key} ${networkOf(address)}`);
      const refusal = keeping(new Problem('not_signed_in', { base: ['This credential or its signature is unknown'] }));
      const { rows } = await sql<{ organization_id: number; id: number; user_id: number }>`
      select organization_id, id, user_id from kit.api_credential(${public_key})`.execute(tx);
      const [known] = rows;
      if (!known || !isSigned(public_key, `${public_key} ${requested_at}`, signature)) throw refusal;
      if (Math.abs(Date.parse(requested_at) - Date.now()) > minutes(5))
        throw invalid('requested_at', 'Sign the current time: this one is more than five minutes off');
      enter(known.organization_id, known.user_id);
      if (await isSuspended(tx, known.organization_id)) throw new Problem('suspended');
      const row = await findRow(tx, 'api_credentials', known);
      if (row.rotation_requested_at && Date.parse(requested_at) <= Date.parse(row.rotation_requested_at))
        throw invalid('requested_at', 'The key was already rotated at this time or later. Sign the current time.');
      return rotate(tx, row, requested_at);
    },
  },
  {
    permission_groups_have_api_credentials: ['base', 'API credentials use this permission group. Delete them first.'],
  },
);
