/** The moment that calculations count from. */
export type Clock = {
  /** The date in the organization's time zone, `YYYY-MM-DD`. */
  today: string;
  /** The moment, ISO 8601. */
  now: string;
  timeZone: string;
};
