import type { NoticeKind } from '#contract/resources/notices.ts';
import type { NotificationEvent } from '#contract/resources/notifications.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Organization } from '#server/kit/handlers.ts';
import type { NotifiedRecord } from '#server/schema/background-work.ts';
import type { ResolvedRecipient } from './recipients.ts';
import type { MailTexts } from './texts.ts';

type NoticeSubject = {
  form_id: number;
  record_type: NotifiedRecord['type'];
  record_id: number;
  is_deleted: boolean;
  /** Of what was deleted: what it belonged to. */
  client_id: number | null;
  public_form_id: number | null;
};

/** What members are told of, in whatever way they want to be. */
export type MemberNotice = {
  organization_id: number;
  kind: NoticeKind;
  /** Names what happened: whoever is told twice of it by the same notification is told once. */
  event_id: string;
  /** The notification by which it is told; left out for a job. */
  definition_id?: number;
  /** What it is about: by this it is asked at each reading whether its reader may read it. Null of a job. */
  about: NoticeSubject | null;
  /** The members who are told, all of whom may read what it is about. */
  user_ids: number[];
  /** One line without names and answers, but for those that the author of a notification wrote into its subject. */
  text: string;
  /** Where the record is: a path within the organization's address. */
  url: string;
};

/** A notification of a form that was fired: what is told, and to whom and how it is written. */
export type FiredNotification = MemberNotice & {
  organization: Organization;
  record: NotifiedRecord;
  event: NotificationEvent;
  form_id: number;
  definition_id: number;
  /** With whose rights it is told. */
  author_id: number | null;
  recipients: ResolvedRecipient[];
  mailing: MailTexts;
};

/** A way in which notifications reach people, in the transaction in which they were fired. It may be done twice. */
export type Channel = (tx: Tx, fired: FiredNotification) => Promise<void>;
