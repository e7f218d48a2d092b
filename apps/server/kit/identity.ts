import type { RouteSpec } from '#contract/kit/route.ts';
import type { Tx } from './db.ts';
import type { Member, SignedIn } from './handlers.ts';

/** Who calls: how the machine asks, without knowing what a session is. */
export type Identity = {
  /** Reads a bearer token. Throws not_signed_in when there is none that counts. */
  claims: (authorization: string | undefined) => Promise<Claims>;
  /** Looks up the session and, for an organization's address, the membership. Throws a Problem when there is none. */
  caller: (tx: Tx, claims: Claims, organization: string | null) => Promise<SignedIn | Member>;
  /** Who called last with these claims, while that is likely to be true still; null when they must be looked up. */
  recall: (claims: Claims, organization: string | null) => RecalledCaller | null;
  /** Refuses a caller who does not meet the route's access. */
  authorize: (tx: Tx, route: RouteSpec, caller: SignedIn | Member) => Promise<void>;
  /** Notes the activity, and answers a new token when the old one is due. */
  renew: (tx: Tx, claims: Claims, caller: SignedIn | Member) => Promise<string | null>;
};

/** A caller from memory. Nothing may be committed or answered for them before `isCurrent` has said yes. */
export type RecalledCaller = { caller: SignedIn | Member; isCurrent: (tx: Tx) => Promise<boolean> };

/** A session's token, or the credential whose API key it was. */
export type Claims = {
  session_id: string;
  issued_at: number;
  /** The only organization that it opens; null when it is for all that the person belongs to. */
  organization_id: number | null;
  api?: ApiUse;
};

export type ApiUse = { organization_id: number; credential_id: number; slug: string };
