import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { moment, name, timestamp } from '../kit/text.ts';

/** How long an API key works, in months. */
export const apiKeyMonths = 3;

/** What begins every API key, so that it is recognised wherever it turns up. */
export const apiKeyPrefix = 'hearth_';

/** A way for a program to call the API in the name of an organization. */
export const apiCredential = z.object({
  id,
  name: z.string(),
  /** Names the credential, and checks what is signed with the private key (Ed25519, base64url). */
  public_key: z.string(),
  /** Only in the answer that made it: it is not kept. */
  private_key: z.string().nullable(),
  /** Only in the answer that made it: a hash of it is kept. */
  api_key: z.string().nullable(),
  permission_group: z.object({ id, name: z.string() }),
  created_at: timestamp,
  expires_at: timestamp,
  expired: z.boolean(),
  last_used_at: timestamp.nullable(),
});

const path = '/organization/:org/api_credentials';
/** And besides: the owner, an organization administrator or a superuser, while API access is switched on. */
const access = { entity: 'organization_accounts', action: 'write', on: 'entity' } as const;

export const apiCredentialRoutes = {
  list: route({
    method: 'GET',
    path,
    access,
    secret: true,
    summary: 'List the API credentials',
    response: listOf(apiCredential),
  }),
  create: route({
    method: 'POST',
    path,
    access,
    audited: true,
    secret: true,
    summary: 'Create an API credential; only this response shows its keys',
    body: z.strictObject({ name: name(), permission_group_id: id }),
    response: apiCredential,
  }),
  rotate: route({
    method: 'POST',
    path: `${path}/:id/rotate`,
    access,
    audited: true,
    secret: true,
    summary: 'Replace the API key; only this response shows the new one, and the old one stops working',
    response: apiCredential,
    status: 200,
  }),
  remove: route({
    method: 'DELETE',
    audited: true,
    path: `${path}/:id`,
    access,
    summary: 'Delete an API credential; its key stops working immediately',
  }),
  rotateSigned: route({
    method: 'POST',
    path: '/api_credential_rotations',
    access: 'public',
    audited: true,
    secret: true,
    summary: 'Replace an API key without signing in: sign "{public_key} {requested_at}" with the private key',
    body: z.strictObject({
      public_key: z.string().max(100),
      /** ISO 8601, not more than five minutes away from now, and later than that of any request before. */
      requested_at: z
        .string()
        .refine((value) => moment.safeParse(value).success, 'Enter a time like 2026-11-20T09:30:00.000Z'),
      /** Ed25519, base64url. */
      signature: z.string().max(200),
    }),
    response: apiCredential,
    status: 200,
  }),
};
