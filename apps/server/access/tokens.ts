import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Claims } from '../kit/identity.ts';
import type { Key, Keyring } from '../kit/keyring.ts';
import { Problem } from '../kit/problem.ts';

/** For how many seconds a token is good, and how far clocks may be apart. */
export const lifetime = 30 * 60;
export const clockTolerance = 60;
const issuer = 'hearth';
const audience = 'api';

export type Tokens = {
  /**
   * A token that names a session, good for 30 minutes.
   * @param organization_id the only organization that it opens; null: every one that the person belongs to
   */
  issue: (session_id: string, organization_id: number | null) => Promise<string>;
  /** What a bearer header names; throws not_signed_in when it is absent, altered, old or of another kind. */
  claims: (authorization: string | undefined) => Promise<Claims>;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Signs and reads the tokens of sessions. They carry ids only; the newest key signs, and each that is known counts. */
export const openTokens = (keys: Keyring): Tokens => {
  const secretOf = (key: Key) => key.for('session token');
  /** The key that a token says it was signed with. */
  const signing = ({ kid }: { kid?: string }): Key => {
    const key = keys.all().find(({ id }) => String(id) === kid);
    if (!key) throw new Problem('not_signed_in');
    return key;
  };
  // Verified tokens, so that a page of many calls checks its signature once. Whether the session lives is asked each time.
  const known = new Map<string, { claims: Claims; key: Key; expires_at: number }>();

  const verify = async (token: string): Promise<Claims> => {
    const cached = known.get(token);
    if (cached && cached.expires_at > Date.now() && keys.all().includes(cached.key)) return cached.claims;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, (header) => secretOf(signing(header)), {
        algorithms: ['HS256'],
        issuer,
        audience,
        requiredClaims: ['sid', 'iat', 'exp'],
        maxTokenAge: lifetime,
        clockTolerance,
      });
      const { sid, org = null } = payload;
      if (typeof sid !== 'string' || !uuid.test(sid) || !(org === null || isId(org)))
        throw new Problem('not_signed_in');
      const claims = { session_id: sid, issued_at: Number(payload.iat), organization_id: org };
      if (known.size > 5000) known.clear();
      known.set(token, { claims, key: signing(protectedHeader), expires_at: Number(payload.exp) * 1000 });
      return claims;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new Problem('not_signed_in');
      throw error;
    }
  };

  return {
    issue: (session_id, organization_id) => {
      const key = keys.newest();
      return new SignJWT({ sid: session_id, ...(organization_id === null ? {} : { org: organization_id }) })
        .setProtectedHeader({ alg: 'HS256', kid: String(key.id) })
        .setIssuedAt()
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(`${lifetime}s`)
        .sign(secretOf(key));
    },
    claims: async (authorization) => {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
      if (!token) throw new Problem('not_signed_in');
      return verify(token);
    },
  };
};

/** A secret for a link in a mail: 256 random bits, and the hash that is stored. */
export const newSecret = (): { secret: string; hash: Buffer } => {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
};

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
