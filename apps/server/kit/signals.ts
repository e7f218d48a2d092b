import pg from 'pg';

/** Who listens on a channel. */
export type Ears = {
  heard: (words: string) => void;
  /** Something may have been said that was not heard: the connection was away. */
  missed: () => void;
};

/** After how many milliseconds a connection that was lost is tried again. */
const again = 1000;

/**
 * Listens on a channel of the database, over a connection of its own that is made anew when it breaks. Whoever hears
 * is told of everything that was said since, or that it may have missed something.
 * @returns what ends it
 */
export const listenOn = (url: string, channel: string, { heard, missed }: Ears): (() => Promise<void>) => {
  let isOver = false;
  let client: pg.Client | null = null;
  let later: ReturnType<typeof setTimeout> | undefined;

  const begin = async () => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'hearth signals', keepAlive: true });
    client = fresh;
    let isLost = false;
    const lost = () => {
      if (isLost || isOver) return;
      isLost = true;
      fresh.end().catch(() => {});
      later = setTimeout(() => void begin(), again);
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ payload = '' }) => heard(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      missed();
    } catch {
      lost();
    }
  };

  void begin();
  return async () => {
    isOver = true;
    clearTimeout(later);
    await client?.end().catch(() => {});
  };
};
