import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import { importRoutes } from '#contract/resources/imports.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { generatedForm, kinds, savedAgain } from '#tests/round-trip.ts';
import { sampled } from '#tests/sample.ts';
import { type Asked, formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let make: ReturnType<typeof formMakers>;
let client_id: number;

beforeEach(async () => {
  organization = await server.newOrganization();
  make = formMakers(server, organization);
  client_id = await make.person();
});

const stored = () =>
  server.query('select *, completed_at::text as recorded from responses where organization_id = $1 order by id', [
    organization.id,
  ]);
const history = () =>
  server.query<{ count: string }>(
    `select count(*) from versions where organization_id = $1 and item_type = 'client_forms'`,
    [organization.id],
  );

const cases = Array.from({ length: 40 }, (_, seed) => seed);

test.each(sampled('imported round trip', 20, cases))(
  'a form that is downloaded, saved again and imported: %d',
  async (seed) => {
    const as = organization.owner;
    const { questions, responses } = generatedForm(seed, kinds);
    // Fields are told apart by their places: some have one name.
    const ids: number[] = [];
    for (const { name, ...draft } of questions) ids.push(await make.field(name, draft as Asked));
    const form = await make.form('Generated', Object.fromEntries(ids.map((id, place) => [String(place), id])));
    for (const answers of responses)
      await make.record(
        form,
        Object.fromEntries(answers.flatMap((value, place) => (value === undefined ? [] : [[String(place), value]]))),
        { client_id },
      );
    const before = [await stored(), await history()];
    const params = { form_id: form.id };
    const imported = async (content: string | Uint8Array<ArrayBuffer>, name: string) => {
      const files = { input: new File([content], name) };
      const { body } = await send(importRoutes.create, { as, params, body: { type: 'bulk_update' }, files });
      expect(body, name).toMatchObject({ state: 'mapped', errors: {} });
      await call(importRoutes.run, { as, params: { ...params, id: body.id }, body: {} });
      await server.drainJobs();
      return call(importRoutes.show, { as, params: { ...params, id: body.id } });
    };
    const download = async (format: 'csv' | 'xlsx') =>
      new Uint8Array((await send(responseDownloadRoutes[format], { as, params: { id: form.id }, query: {} })).bytes);
    const cells = parse(Buffer.from(await download('csv')), { bom: true }) as string[][];
    const files: [string | Uint8Array<ArrayBuffer>, string][] = [
      [savedAgain(cells, ';'), 'saved.csv'],
      [await download('xlsx'), 'a.xlsx'],
    ];
    for (const [content, name] of files) {
      const done = await imported(content, name);
      const found = await call(importRoutes.findings, { as, params: { ...params, id: done.id } });
      expect(found, name).toMatchObject({ errors: [], changes: [] });
      expect(done, name).toMatchObject({
        state: 'succeeded',
        transaction_id: null,
        counts: { created: 0, updated: 0, unchanged: responses.length, failed: 0 },
      });
      expect([await stored(), await history()], name).toEqual(before);
    }
  },
);
