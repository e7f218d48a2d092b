import type { BellState } from '#contract/resources/notices.ts';
import type { TestUser } from './people.ts';

/** What is said on the channel of bells to have one ring. */
export const bellOf = (organization_id: number, user_id: number): string => `${organization_id} ${user_id}`;

/** Somebody's stream of notices, over a connection of its own. */
export const openListener = async (port: number, { token, organization }: TestUser, search: string) => {
  const abort = new AbortController();
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/organization/${organization.slug}/notifications/stream${search}`,
    {
      headers: { authorization: `Bearer ${token}`, 'x-background': '1' },
      signal: abort.signal,
    },
  );
  if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let last = '';
  /** The next event; null when the stream has ended. */
  const next = async (): Promise<BellState | null> => {
    for (;;) {
      const [, event] = /^([\s\S]*?)\n\n/.exec(text) ?? [];
      if (event === undefined) {
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
        continue;
      }
      text = text.slice(event.length + 2);
      const [, id, data] = /^id: (\d+)\nevent: notices\ndata: (.*)$/.exec(event) ?? [];
      if (data === undefined) continue;
      last = id ?? '';
      return JSON.parse(data);
    }
  };
  return { next, last: () => last, close: () => abort.abort() };
};
