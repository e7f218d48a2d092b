import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Claims } from '../kit/mount.ts';
import { Problem } from '../kit/problem.ts';
import { keyFor } from '../kit/secret-box.ts';

const lifetime = 30 * 60;
const issuer = 'hearth';
const audience = 'api';

export type Tokens = {
  /** A token that names a session, good for 30 minutes. */
  issue: (session_id: string) => Promise<string>;
  /** What a bearer header names; throws not_signed_in when it is absent, altered, old or of another kind. */
  claims: (authorization: string | undefined) => Promise<Claims>;
};

/** Signs and reads the tokens of sessions. They carry ids only. */
export const openTokens = (secret: string): Tokens => {
  const key = keyFor(secret, 'session token');
  // Verified tokens, so that a page of many calls checks its signature once. Whether the session lives is asked each time.
  const known = new Map<string, Claims & { expires_at: number }>();

  const verify = async (token: string): Promise<Claims> => {
    const cached = known.get(token);
    if (cached && cached.expires_at > Date.now()) return cached;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        requiredClaims: ['sid', 'iat', 'exp'],
        maxTokenAge: lifetime,
        clockTolerance: 60,
      });
      const claims = { session_id: String(payload.sid), issued_at: Number(payload.iat) };
      if (known.size > 5000) known.clear();
      known.set(token, { ...claims, expires_at: Number(payload.exp) * 1000 });
      return claims;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new Problem('not_signed_in');
      throw error;
    }
  };

  return {
    issue: (session_id) =>
      new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt()
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(`${lifetime}s`)
        .sign(key),
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
