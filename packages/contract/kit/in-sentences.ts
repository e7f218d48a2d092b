/** Several messages as one text, each ended once; a single message as it came; null without any. */
export function inSentences(messages: readonly [string, ...string[]]): string;
export function inSentences(messages: readonly string[] | undefined): string | null;
export function inSentences(messages: readonly string[] | undefined): string | null {
  if (!messages?.length) return null;
  if (messages.length === 1) return messages[0]!;
  return messages.map((message) => (/[.!?…]$/.test(message) ? message : `${message}.`)).join(' ');
}
