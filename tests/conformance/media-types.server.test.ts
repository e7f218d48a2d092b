import { describe, expect, test } from 'vitest';
import { startServer } from '#tests/server/harness.ts';
import { exampleOf, operationsWhere } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Mine');

describe.each(operationsWhere(({ body }) => body !== undefined))('SH-64 $name', (operation) => {
  const { route } = operation;

  test('refuses a body of null', async () => {
    const example = await exampleOf(operation, world, superuser);
    const { status } = await server.send(route, { ...example, body: null });
    expect([400, 422]).toContain(status);
  });

  test('takes no plain text', async () => {
    const url = `/api${route.path.replaceAll(/:\w+/g, '1')}`;
    const { method } = route as { method: 'POST' | 'PUT' };
    const headers = { 'content-type': 'text/plain', authorization: `Bearer ${superuser.token}` };
    const { statusCode } = await server.app.inject({ method, url, headers, payload: '{}' });
    expect(statusCode).toBe(415);
  });
});
