import { byBell } from './bell-channel.ts';
import type { Channel } from './fired.ts';
import { byMail } from './mail-channel.ts';

/** The ways in which what forms tell reaches people; each is handed what was fired, in turn. */
export const channels: readonly Channel[] = [byMail, byBell];
