import { sql } from 'kysely';
import { memberNow } from '#server/access/members.ts';
import { isSuspended } from '#server/access/suspension.ts';
import type { Database, Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { among } from '#server/kit/rows.ts';
import { bellSignal, rung } from '#server/notifying/bell-channel.ts';
import { openStream, type Stream } from './stream.ts';
import { bellState } from './told.ts';

/** A stream that is open, and whose it is: ids alone, so that a thousand of them take little. */
type Bell = {
  organization: Member['organization'];
  user_id: number;
  session_id: string;
  stream: Stream;
  /** The newest notice that it told, and how many it said are unread. */
  last: number | null;
  unread_count: number | null;
  /** Set while it looks what there is; whether it has to look once more. */
  looking: { again: boolean } | null;
};

export type Bells = {
  /** Opens the caller's bell. It tells what there is at once, and ends with their session or membership. */
  open: (caller: Member, ringing: { last: number | null; seconds: number }) => Stream;
  /** How many are open. */
  count: () => number;
  close: () => Promise<void>;
};

/** How often bells say that they are there, and are asked whether they may be, in milliseconds. */
const beat = 20_000;

/** So many a session may have open: a browser needs one. Whoever opens another ends the oldest. */
const mostOfSession = 6;

/** Which of these sessions go on, and whether it is a superuser's. */
const sessionsThatStand = async (tx: Tx, bells: Bell[]): Promise<Map<string, boolean>> => {
  const ids = bells.map(({ session_id }) => session_id);
  const { rows } = await sql<{ id: string; is_superuser: boolean }>`
    select s.id, u.is_superuser and s.impersonated_user_id is null as is_superuser
      from sessions s join users u on u.id = s.user_id
     where s.id = any(${ids}::uuid[]) and s.ended_at is null and s.expires_at > now()
       and s.last_activity_at > now() - interval '30 minutes'
       and (s.impersonation_expires_at is null or s.impersonation_expires_at > now())`.execute(tx);
  return new Map(rows.map(({ id, is_superuser }) => [id, is_superuser]));
};

const membersThatStay = async (tx: Tx, organization_id: number, bells: Bell[]): Promise<Set<number>> => {
  const rows = await tx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(bells.map(({ user_id }) => user_id)))
    .where('archived_at', 'is', null)
    .where('accepted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Those bells of an organization that may stay open: in three questions for all of them. */
const standing = async (tx: Tx, organization_id: number, bells: Bell[]): Promise<Set<Bell>> => {
  const [sessions, members, isClosed] = await Promise.all([
    sessionsThatStand(tx, bells),
    membersThatStay(tx, organization_id, bells),
    isSuspended(tx, organization_id),
  ]);
  return new Set(
    bells.filter(
      ({ session_id, user_id }) =>
        sessions.has(session_id) && (sessions.get(session_id) || (members.has(user_id) && !isClosed)),
    ),
  );
};

/**
 * The bells that are open in this process. One connection listens for all of them; what a bell tells it asks for then,
 * with the rights that its reader has at that moment.
 */
export const openBells = (database: Database): Bells => {
  const byOrganization = new Map<number, Set<Bell>>();
  let stopListening: (() => Promise<void>) | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  const all = () => [...byOrganization.values()].flatMap((bells) => [...bells]);

  const ask = (bell: Bell): Promise<void> =>
    database.inOrganization({ organization_id: bell.organization.id, user_id: bell.user_id }, async (tx) => {
      const { organization, user_id, stream } = bell;
      const stays = await standing(tx, organization.id, [bell]);
      const caller = stays.has(bell) ? await memberNow(tx, organization, user_id) : null;
      if (!caller) return stream.end();
      const { state, last } = await bellState({ tx, caller }, bell.last);
      const isNews = state.newest.length > 0 || state.unread_count !== bell.unread_count;
      bell.last = last;
      bell.unread_count = state.unread_count;
      if (!isNews) return;
      stream.tell({ id: last, name: 'notices', state });
    });

  /** Has a bell tell what there is. Rings that come while it looks become one. */
  const look = async (bell: Bell): Promise<void> => {
    if (bell.looking) {
      bell.looking.again = true;
      return;
    }
    const looking = { again: true };
    bell.looking = looking;
    while (looking.again) {
      looking.again = false;
      // Where it could not ask, its reader comes back and asks anew.
      await ask(bell).catch(() => bell.stream.end());
    }
    bell.looking = null;
  };

  const heard = (words: string) => {
    const { organization_id, user_ids } = rung(words);
    for (const bell of byOrganization.get(organization_id) ?? [])
      if (user_ids === 'all' || user_ids.includes(bell.user_id)) void look(bell);
  };

  const check = async () => {
    for (const [organization_id, bells] of [...byOrganization]) {
      const open = [...bells];
      const stays = await database
        .inOrganization({ organization_id }, (tx) => standing(tx, organization_id, open))
        // Nobody is sent away because the database could not be asked.
        .catch(() => new Set(open));
      for (const bell of open) stays.has(bell) ? bell.stream.beat() : bell.stream.end();
    }
  };

  const begin = () => {
    stopListening ??= database.listen(bellSignal, {
      heard,
      missed: () => {
        for (const bell of all()) void look(bell);
      },
    });
    timer ??= setInterval(() => void check(), beat).unref();
  };

  const add = (bell: Bell) => {
    const bells = byOrganization.get(bell.organization.id) ?? new Set();
    byOrganization.set(bell.organization.id, bells.add(bell));
    const [oldest, ...others] = [...bells].filter(({ session_id }) => session_id === bell.session_id);
    if (others.length >= mostOfSession) oldest?.stream.end();
  };
  const remove = (bell: Bell) => {
    const bells = byOrganization.get(bell.organization.id);
    if (bells?.delete(bell) && bells.size === 0) byOrganization.delete(bell.organization.id);
  };

  return {
    open: ({ organization, person, session_id }, { last, seconds }) => {
      begin();
      const end = setTimeout(() => bell.stream.end(), seconds * 1000).unref();
      const stream = openStream(() => {
        clearTimeout(end);
        remove(bell);
      });
      const bell: Bell = {
        organization,
        user_id: person.id,
        session_id,
        stream,
        last,
        unread_count: null,
        looking: null,
      };
      add(bell);
      void look(bell).then(() => {
        if (seconds === 0) stream.end();
      });
      return stream;
    },
    count: () => all().length,
    close: async () => {
      clearInterval(timer);
      for (const { stream } of all()) stream.end();
      await stopListening?.();
    },
  };
};
