import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/host/migrate.ts';
import { ownDatabase, run } from '#tests/own-database.ts';
import { shared } from '#tests/shared-database.ts';

test('history that was written before entries had kinds gets them', async () => {
  const before = mkdtempSync(path.join(tmpdir(), 'hearth-migrations-'));
  onTestFinished(() => rmSync(before, { recursive: true }));
  cpSync('db/migrations', before, { recursive: true, filter: (file) => !/\/(008[5-9]|009|0[1-9])/.test(file) });
  const { url, drop } = await ownDatabase(before);
  onTestFinished(drop);
  await run(url, `insert into organizations (id, name, slug) overriding system value values (7, 'Harbor', 'harbor')`);
  const write = (id: number, item_type: string, old_values: object | null, new_values: object | null) =>
    run(
      url,
      `insert into versions (organization_id, transaction_id, id, item_type, item_id, event, old_values, new_values)
       overriding system value values (7, 1, $1, $2, 1, 'update', $3, $4)`,
      [id, item_type, old_values, new_values],
    );
  await write(1, 'permission_groups', { 'name.North': { place: 1 } }, null);
  await write(2, 'forms', { 'name.client_form_created': { active: true } }, { 'name.client_form_created': {} });
  await write(3, 'forms', null, { 'name.Score. Total': { formatter: {} } });
  await write(4, 'forms', { name: 'Old' }, { name: 'New' });
  await write(5, 'clients', { 'name.x': 1 }, null);

  await migrate(url, { secret: shared.secret, directory: 'db/migrations' });
  expect(await run(url, 'select old_values, new_values from versions where organization_id = 7 order by id')).toEqual([
    { old_values: { 'location.North': { place: 1 } }, new_values: null },
    {
      old_values: { 'notification.client_form_created': { active: true } },
      new_values: { 'notification.client_form_created': {} },
    },
    { old_values: null, new_values: { 'calculation.Score. Total': { formatter: {} } } },
    { old_values: { name: 'Old' }, new_values: { name: 'New' } },
    { old_values: { 'name.x': 1 }, new_values: null },
  ]);
});
