import type { AllowedOrigin } from './outgoing/allowed-origins.ts';

/** Tiles of maps: an address with `{z}`, `{x}` and `{y}`, and what stands on each map, with a link at its end. */
export type Tiles = { url: string; attribution: string };

/** What the server runs with. `null` means not set: see docs/running.md. */
export type Config = {
  port: number;
  host: string;
  baseDomain: string;
  /** Where people reach the platform, such as `https://example.org`: what links in mails begin with. */
  publicUrl: URL;
  /** The machines that are believed about whose requests they hand over, as addresses or networks. */
  trustedProxies: string[];
  databaseUrl: string | null;
  dataDir: string;
  filesUrl: string | null;
  /** How much the files of an organization may take, in GB; null for no limit. */
  filesQuota: number | null;
  /** The scanner that files must pass before they are stored. */
  clamavUrl: string | null;
  smtpUrl: string | null;
  /** The service that suggests addresses; a parameter of its query that is `{key}` stands for each organization's key. */
  addressUrl: string | null;
  /** How often it is asked for one organization in 24 hours; null for no limit. */
  addressDailyLimit: number | null;
  /** Where staff's browsers load the pieces of maps from, and whose they are; null: maps are drawn without asking anybody. */
  tiles: Tiles | null;
  /** The servers, and the paths on them, that endpoints of fields may be at, for all organizations or for one. */
  lookupHosts: AllowedOrigin[];
  /** The servers besides public ones that referral systems of organizations may be on, for all organizations or for one. */
  referralHosts: AllowedOrigin[];
  /** The internal servers that webhooks may be sent to, for all organizations or for one. */
  webhookHosts: AllowedOrigin[];
  secret: string;
  /** The one that `secret` replaces. */
  secretBefore: string | null;
  superuser: { email: string; password: string } | null;
  demo: boolean;
  role: 'all' | 'web' | 'worker';
  production: boolean;
  /** Whether superusers may do nothing before they have a second factor. */
  superuserSecondFactor: boolean;
  /** Whether the web application is served from its sources, with hot reload: what `npm run dev` sets. */
  webSources: boolean;
};
