// What runs in the background, by name, with what it is given: ids, and what can't be read again later. Whoever starts
// it knows this list alone, not who does it (jobs/worker.ts).
import type { ChosenValues } from '#contract/resources/merges.ts';
import type { NotificationEvent } from '#contract/resources/notifications.ts';

/** What happened to an affiliation, as the organization on the other side is told of it. */
export type AffiliationStep = 'asked' | 'approved' | 'rejected' | 'left' | 'revoked';

/** What a person is told by email once it was done, in case it was not them. */
export type SecurityNotice =
  | 'password_changed'
  | 'second_factor_added'
  | 'second_factor_replaced'
  | 'second_factor_removed';

/** What a notification is about, by the type under which its access is asked. */
export type NotifiedRecord = { type: 'client_forms' | 'internal_forms' | 'public_forms' | 'forms'; id: number };

/** The whole organization, which a task is given anyway. */
type Whole = Record<never, never>;

/** The jobs that people start, each of them a row. */
export type Jobs = {
  /** Without a recalculation, responses get only results that they lack: of these calculations, or of all. */
  recalculate: { form_id: number; calculation_ids?: number[]; recalculation_id?: number; undo?: boolean };
  copy_responses: { form_id: number; copy_id: number };
  duplicate_response: { form_id: number; response_id: number; client_ids: number[] };
  apply_extended_permissions: { permission_group_id: number };
  merge_clients: { master_client_id: number; client_ids: number[]; values: ChosenValues };
  gather_records: { data_group_id: number };
  refresh_records: { form_id: number };
  refresh_report: { report_definition_id: number };
  refresh_referrals: { organization_id: number };
  prepare_files: { export_id: number; form_id: number };
  export_report: { export_id: number; report_definition_id: number };
  export_records: { export_id: number };
  organization_export: { export_id: number; exported_id: number };
  import: { import_id: number; form_id: number | null };
  undo_import: { import_id: number; form_id: number | null };
  rollback: { version_id: number; transaction_id: number };
  retention: { retention_rule_id: number };
};

/** The tasks that leave no trace once they are done. */
export type Tasks = {
  /** To a person who was given an account outside any organization, such as a superuser. */
  account_invitation_mail: { user_id: number };
  invitation_mail: { invitation_id: number };
  /** `user_id` is null for an address without an account; `host` is the slug in the host where it was asked for. */
  password_reset_mail: { user_id: number | null; host: string | null };
  email_change_mail: { email_change_id: number; host: string | null };
  email_change_notice: { email_change_id: number };
  /** `at` is the moment of the change. */
  security_notice: { user_id: number; notice: SecurityNotice; at: string };
  impersonation_notice: { user_id: number; impersonator_id: number; expires_at: string };
  api_key_mail: { api_credential_id: number; days_left: number };
  affiliation_mail: { affiliation_id: number; other_organization_id: number; step: AffiliationStep };
  public_draft_mail: { public_draft_id: number };
  /** A run of a job is over. */
  job_mail: { job_id: number; run: number };

  /** Something happened for which these notifications are sent. */
  fire_notifications: {
    /** Identifies what happened, so that a second run tells nobody twice. */
    event_id: string;
    event: NotificationEvent;
    form_id: number;
    definition_ids: number[];
    record: NotifiedRecord;
  };
  send_messages: Whole;
  /** Most of the messages that may be sent in a day are sent. */
  message_limit_mail: { day: string; sent: number; limit: number };
  /** A person's summary of their notifications, up to the morning of a day. */
  digest_mail: { user_id: number; day: string };
  send_webhooks: Whole;
  send_referrals: Whole;
  poll_referrals: Whole;

  fill_slots: { form_id: number };
  /** The options of a question with several choices stand in another order. */
  order_choices: { field_id: number };
  find_pairs: Whole;
  settle_households: Whole;
  refill_names: Whole;
  /** Another day began. */
  gather_again: { data_group_id: number };
  /** The organization's time zone or the first day of its week changed. */
  change_calendar: Whole;
  share_forms: { other_organization_id: number };

  count_usage: Whole;
  /** The organization is no longer suspended. */
  resume_waiting: Whole;
  restore_organization: { restore_id: number };
  erase_organization: { certificate_id: number };
  /** A run of the platform team's maintenance. */
  nightly_build_refresh: { run_id: number };
};
