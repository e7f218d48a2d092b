import { sql } from 'kysely';
import { maxUnread } from '#contract/resources/notices.ts';
import { refusalToAct } from '#server/access/acting.ts';
import { memberNow } from '#server/access/members.ts';
import { isSuspended } from '#server/access/suspension.ts';
import type { Database, Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { among } from '#server/kit/rows.ts';
import { bellSignal, rung } from '#server/notifications/bell-channel.ts';
import { bellState } from './bell-state.ts';
import { openStream, type Stream } from './stream.ts';

/** A stream that is open, and whose it is: ids alone, so that a thousand of them take little. */
type Bell = {
  organization: Member['organization'];
  user_id: number;
  /** Who acts for that person; null when they read it themselves. */
  impersonator_id: number | null;
  session_id: string;
  stream: Stream;
  /** The newest notice that it told, and how many it said are unread. */
  last: number | null;
  unread_count: number | null;
  /** Whether something was read or came since it last looked, rather than that its reader's rights are checked again. */
  isRung: boolean;
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

/** How many streams a person may have open, over all sessions. A browser needs one; another ends the oldest. */
const maxOfPerson = 6;

/** A session as it is now: whose eyes it serves, in which organization where it acts for somebody, and with which rights. */
type OpenSession = { id: string; user_id: number; organization_id: number | null; is_superuser: boolean };

/** Returns those of the sessions that are still open. */
const openSessions = async (tx: Tx, bells: Bell[]): Promise<Map<string, OpenSession>> => {
  const ids = bells.map(({ session_id }) => session_id);
  const { rows } = await sql<OpenSession>`
    select s.id, coalesce(s.impersonated_user_id, s.user_id) as user_id,
           s.impersonated_organization_id as organization_id,
           u.is_superuser and s.impersonated_user_id is null as is_superuser
      from sessions s join users u on u.id = s.user_id
     where s.id = any(${ids}::uuid[]) and s.ended_at is null and s.expires_at > now()
       and s.last_activity_at > now() - interval '30 minutes'
       and (s.impersonation_expires_at is null or s.impersonation_expires_at > now())`.execute(tx);
  return new Map(rows.map((session) => [session.id, session]));
};

const membersThatStay = async (tx: Tx, bells: Bell[]): Promise<Set<number>> => {
  const rows = await tx
    .selectFrom('memberships')
    .select('id')
    .where('id', '=', among(bells.map(({ user_id }) => user_id)))
    .where('archived_at', 'is', null)
    .where('accepted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Those bells of an organization that may stay open: in three questions for all of them. */
const standing = async (tx: Tx, organization_id: number, bells: Bell[]): Promise<Set<Bell>> => {
  const [sessions, members, isClosed] = await Promise.all([
    openSessions(tx, bells),
    membersThatStay(tx, bells),
    isSuspended(tx, organization_id),
  ]);
  return new Set(
    bells.filter(({ session_id, user_id, impersonator_id }) => {
      const session = sessions.get(session_id);
      if (session?.user_id !== user_id) return false;
      // Somebody may have stopped acting, and begun again for the same person elsewhere.
      if (session.organization_id !== (impersonator_id === null ? null : organization_id)) return false;
      return session.is_superuser || (members.has(user_id) && !isClosed);
    }),
  );
};

/** Returns the reader of a bell with their rights at this moment; null when it must not tell anything more. */
const currentReader = async (tx: Tx, bell: Bell): Promise<Member | null> => {
  const { organization, user_id, impersonator_id } = bell;
  if (!(await standing(tx, organization.id, [bell])).has(bell)) return null;
  const reader = await memberNow(tx, organization, user_id);
  if (!reader || impersonator_id === null) return reader;
  const actor = await memberNow(tx, organization, impersonator_id);
  return actor && (await refusalToAct(tx, actor, reader)) === null ? reader : null;
};

/** Who sits before a bell. */
const readerOf = ({ user_id, impersonator_id }: Bell): number => impersonator_id ?? user_id;

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
      const { stream, isRung } = bell;
      bell.isRung = false;
      const caller = await currentReader(tx, bell);
      if (!caller) return stream.end();
      const { state, last } = await bellState({ tx, caller }, bell.last);
      // Beyond the most that are counted, the number stays the same however many are read.
      const isUncounted = isRung && state.unread_count >= maxUnread;
      const isNews = state.newest.length > 0 || state.unread_count !== bell.unread_count || isUncounted;
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

  const ring = (bell: Bell) => {
    bell.isRung = true;
    void look(bell);
  };

  const heard = (words: string) => {
    const { organization_id, user_ids } = rung(words);
    for (const bell of byOrganization.get(organization_id) ?? [])
      if (user_ids === 'all' || user_ids.includes(bell.user_id)) ring(bell);
  };

  const check = async () => {
    for (const [organization_id, bells] of [...byOrganization]) {
      const open = [...bells];
      const stays = await database
        .inOrganization({ organization_id }, (tx) => standing(tx, organization_id, open))
        // Nobody is sent away because the database could not be asked.
        .catch(() => new Set(open));
      for (const bell of open) {
        if (!stays.has(bell)) bell.stream.end();
        // Whether acting is still allowed follows from the rights of two people: such bells are few.
        else if (bell.impersonator_id !== null) void look(bell).then(() => bell.stream.beat());
        else bell.stream.beat();
      }
    }
  };

  const begin = () => {
    stopListening ??= database.listen(bellSignal, {
      heard,
      missed: () => {
        for (const bell of all()) ring(bell);
      },
    });
    timer ??= setInterval(() => void check(), beat).unref();
  };

  const add = (bell: Bell) => {
    const bells = byOrganization.get(bell.organization.id) ?? new Set();
    byOrganization.set(bell.organization.id, bells.add(bell));
    const [oldest, ...others] = all().filter((one) => readerOf(one) === readerOf(bell));
    if (others.length >= maxOfPerson) oldest?.stream.end();
  };
  const remove = (bell: Bell) => {
    const bells = byOrganization.get(bell.organization.id);
    if (bells?.delete(bell) && bells.size === 0) byOrganization.delete(bell.organization.id);
  };

  return {
    open: ({ organization, person, session_id, impersonator_id }, { last, seconds }) => {
      begin();
      const end = setTimeout(() => bell.stream.end(), seconds * 1000).unref();
      const stream = openStream(() => {
        clearTimeout(end);
        remove(bell);
      });
      const bell: Bell = {
        organization,
        user_id: person.id,
        impersonator_id,
        session_id,
        stream,
        last,
        unread_count: null,
        isRung: false,
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
