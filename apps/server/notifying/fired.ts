import type { NotificationEvent } from '#contract/resources/notifications.ts';
import type { NotifiedRecord } from '#server/forms/firing.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Organization } from '#server/kit/handlers.ts';
import type { Reached } from './recipients.ts';
import type { Mailing } from './texts.ts';

/** What members are told of, in whatever way they want to be. */
export type Told = {
  organization: Organization;
  kind: 'form' | 'job';
  /** Names what happened, and by which notification it is told: whoever is told twice of it is told once. */
  event_id: string;
  /** What it is about. */
  record: { type: string; id: number };
  /** The members who are told, all of whom may read the record. */
  user_ids: number[];
  /** One line without names and answers. */
  text: string;
  /** Where the record is: a path within the organization's address. */
  url: string;
};

/** A notification of a form that was fired: what is told, and to whom and how it is written. */
export type Fired = Told & {
  record: NotifiedRecord;
  event: NotificationEvent;
  form_id: number;
  definition_id: number;
  recipients: Reached[];
  mailing: Mailing;
  /** Whether it must not tell of each update: nothing narrows which it tells of. */
  isPausing: boolean;
};

/** A way in which notifications reach people, in the transaction in which they were fired. It may be done twice. */
export type Channel = (tx: Tx, fired: Fired) => Promise<void>;
