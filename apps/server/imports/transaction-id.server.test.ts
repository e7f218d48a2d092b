import { expect, test } from 'vitest';
import { startServer } from '#tests/server/harness.ts';
import { transactionId } from './transaction-id.ts';

const server = await startServer();

test('a transaction that has written nothing has a number, and keeps it', async () => {
  const organization = await server.newOrganization();
  const numbers = await server.services.database.inOrganization({ organization_id: organization.id }, async (tx) => [
    await transactionId(tx),
    await transactionId(tx),
  ]);
  expect(numbers).toEqual([expect.any(Number), numbers[0]]);
});
