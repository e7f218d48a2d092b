import { type BellState, bellState, noticeRoutes } from '#contract/resources/notices.ts';
import { connection } from '#web/kit/connection.ts';
import { eventReader, pauseBefore } from './events.ts';

type Hear = (state: BellState) => void;

/** The server says that it is there more often than this, in milliseconds: else the connection is dead. */
const silence = 50_000;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

/** Hears one stream to its end. @returns whether the server took it */
const hearOnce = async (hear: Hear, from: { last: string }, signal: AbortSignal): Promise<boolean> => {
  const { organization, token, refused, settled } = connection();
  const own = new AbortController();
  const used = token();
  const path = noticeRoutes.stream.path.replace(':org', encodeURIComponent(organization));
  const headers = { authorization: `Bearer ${used}`, 'x-background': '1' };
  let deaf = setTimeout(() => own.abort(), silence);
  try {
    const answer = await fetch(`/api${path}${from.last ? `?last=${from.last}` : ''}`, {
      headers,
      signal: AbortSignal.any([signal, own.signal]),
    });
    if (answer.status === 401) {
      refused(used);
      await settled(signal);
    }
    if (!answer.ok || !answer.body) return false;
    const read = eventReader();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return true;
      clearTimeout(deaf);
      deaf = setTimeout(() => own.abort(), silence);
      for (const { id, data } of read(value)) {
        from.last = id;
        hear(bellState.parse(JSON.parse(data)));
      }
    }
  } finally {
    clearTimeout(deaf);
  }
};

/** Hears the server until it is aborted: over breaks, from where it was. */
const hearServer = async (hear: Hear, signal: AbortSignal): Promise<void> => {
  const from = { last: '' };
  for (let failed = 0; !signal.aborted; failed += 1) {
    const heard = (state: BellState) => {
      failed = 0;
      hear(state);
    };
    await hearOnce(heard, from, signal).catch(() => false);
    if (!signal.aborted) await pause(pauseBefore(failed), signal);
  }
};

type Message = { state: BellState } | { asks: true };

/**
 * Hears what the bell tells, over one connection for all tabs of the browser: one of them holds it and tells the
 * others, and when it is closed another one takes over. Where tabs cannot agree, each has its own.
 * @param who whose bell it is, in words of any kind: tabs of other people hear nothing of it
 * @returns what ends it
 */
export const hearBell = (who: string, hear: Hear): (() => void) => {
  const ended = new AbortController();
  const { signal } = ended;
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    void hearServer(hear, signal);
    return () => ended.abort();
  }
  const name = `hearth.bell ${who}`;
  const channel = new BroadcastChannel(name);
  const tell = (message: Message) => channel.postMessage(message);
  let known: BellState | null = null;
  let isHolding = false;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('state' in data) return hear(data.state);
    if (isHolding && known) tell({ state: { ...known, newest: [] } });
  };
  tell({ asks: true });
  const hold = async () => {
    isHolding = true;
    await hearServer((state) => {
      known = state;
      hear(state);
      tell({ state });
    }, signal);
  };
  navigator.locks.request(name, { signal }, hold).catch(() => {});
  return () => {
    ended.abort();
    channel.close();
  };
};
