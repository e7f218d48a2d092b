import { Client } from 'undici';

export type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown };
export type Load = { requests: number; perSecond: number; p50: number; p95: number; p99: number; failures: number };

const quantile = (sorted: number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/**
 * Calls a server over so many connections for so many seconds, each connection one call after the other.
 * @param next makes the next call; times are in milliseconds
 */
export const load = async (
  { origin, headers }: { origin: string; headers?: Record<string, string> },
  next: (index: number) => Call,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> => {
  const times: number[] = [];
  let failures = 0;
  let index = 0;
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(origin, { pipelining: 1 });
      while (performance.now() < until) {
        const { method, path, body } = next(index++);
        const from = performance.now();
        const response = await client.request({
          method,
          path,
          headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        await response.body.dump({ limit: 10_000_000 });
        if (response.statusCode >= 300) failures++;
        times.push(performance.now() - from);
      }
      await client.close();
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    perSecond: times.length / elapsed,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    failures,
  };
};
