/**
 * The yardstick: a bare Fastify handler that runs given SQL in a tenant transaction, and nothing else.
 * Started by bench/run.ts with the scenarios in a file.
 */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';
import { replay, type Scenario } from './scenario.ts';

const [file, port] = process.argv.slice(2);
const { url, settings, scenarios } = JSON.parse(readFileSync(file as string, 'utf8')) as {
  url: string;
  settings: string;
  scenarios: Record<string, Scenario>;
};
const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true });
const app = fastify();
app.all<{ Params: { name: string; value: string } }>('/:name/:value', async (request, reply) => {
  const { name, value } = request.params;
  const client = await pool.connect();
  try {
    const rows = await replay(client, scenarios[name] as Scenario, { settings, actual: value, body: request.body });
    return reply.send(rows);
  } finally {
    client.release();
  }
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
