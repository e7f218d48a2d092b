import { monthNames } from '#forms/calendar.ts';
import type { Organization } from '#web/access/account.tsx';
import { capital, counted } from '#web/kit/formats.ts';
import { zonedFormat } from '#web/ui/zoned-format.ts';
import { type Credential, stateOf as stateOfCredential } from './credential.ts';
import type { Webhook } from './webhook.ts';

const weekday = zonedFormat({ weekday: 'long' });
const calendar = zonedFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });
const week = 6 * 86_400_000;

/** Nothing of fiscal years that begin as years do. */
const fiscalYear = (month: number): string[] => (month === 1 ? [] : [`fiscal years in ${monthNames[month - 1]}`]);

/** How things stand in the sections whose settings the organization itself holds. */
export const organizationStatus = ({
  owner_name,
  owner_email,
  week_starts_on,
  fiscal_year_start_month,
  logo,
  allow_unknown,
  small_numbers_below,
  allow_answers_in_email,
  can_be_found,
}: Organization) => ({
  details: owner_email ? `Owned by ${owner_name ?? owner_email}` : 'No owner yet',
  calendar: [`Weeks begin on ${capital(week_starts_on)}`, ...fiscalYear(fiscal_year_start_month)].join(', '),
  logo: logo ? 'Your logo' : 'The Hearth mark',
  personalDetails: allow_unknown ? '“Unknown” is allowed' : 'Gender and last 4 of SSN are required',
  smallCounts: small_numbers_below === null ? 'All counts show' : `Counts below ${small_numbers_below} are hidden`,
  emails: allow_answers_in_email ? 'Answers can be in emails' : 'No answers in emails',
  affiliations: can_be_found ? 'Others can find you' : 'Others can’t find you',
});

/** Since when, in a time zone: "today", "Tuesday" within a week, and the date before that. */
const sinceInWords = (moment: string, zone: string, now: number): string => {
  const date = new Date(moment);
  const day = calendar(zone).format(date);
  if (day === calendar(zone).format(now)) return 'today';
  return now - date.getTime() < week ? weekday(zone).format(date) : day;
};

/** "3 webhooks, 1 failing since Tuesday, 1 off". */
export const webhooksStatus = (webhooks: Webhook[], zone: string, now: number): string => {
  if (webhooks.length === 0) return 'None yet';
  const failing = webhooks.flatMap(({ active, failing_since }) => (active && failing_since ? [failing_since] : []));
  const [since] = failing.toSorted();
  const [byHearth, off] = [true, false].map(
    (isByHearth) => webhooks.filter((one) => !one.active && (one.switched_off_reason !== null) === isByHearth).length,
  );
  return [
    counted(webhooks.length, 'webhook'),
    ...(since
      ? [`${failing.length} failing${failing.length > 1 ? ', the first' : ''} since ${sinceInWords(since, zone, now)}`]
      : []),
    ...(byHearth ? [`${byHearth} turned off automatically`] : []),
    ...(off ? [`${off} off`] : []),
  ].join(', ');
};

/** "2 API keys, 1 expires soon". */
export const credentialsStatus = (credentials: Credential[], now: number): string => {
  if (credentials.length === 0) return 'None yet';
  const words = credentials.map((one) => stateOfCredential(one, now).word);
  const [expired, soon] = ['Expired', 'Expires soon'].map((word) => words.filter((one) => one === word).length);
  return [
    counted(credentials.length, 'API key'),
    ...(expired ? [`${expired} expired`] : []),
    ...(soon ? [`${soon} expiring soon`] : []),
  ].join(', ');
};

/** "Required for 2 of 5 purposes". */
export const consentStatus = (purposes: { required: boolean }[]): string => {
  const required = purposes.filter((one) => one.required).length;
  return required === 0 ? 'Not required' : `Required for ${required} of ${purposes.length} purposes`;
};

/** Where suggested addresses come from. */
export const addressesStatus = ({
  service,
  enabled,
  asks_for_key,
  api_key_set,
}: {
  service: string | null;
  enabled: boolean;
  asks_for_key: boolean;
  api_key_set: boolean;
}): string => {
  if (service === null || !enabled) return 'From addresses you’ve used';
  return asks_for_key && !api_key_set ? `${service} needs a key` : `From ${service}`;
};
