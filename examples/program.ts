/**
 * A program that works in an organization: it records a person with a response, and hears of it by a webhook. Run:
 *
 *   HEARTH_ORIGIN=http://demo.localhost:3000 HEARTH_ORGANIZATION=demo HEARTH_API_KEY=hearth_… \
 *   HEARTH_WEBHOOK_SECRET=whsec_… HEARTH_FORM="Intake" PORT=4500 node examples/program.ts
 *
 * The key is of an API credential whose permission group may write people and form responses, and read forms. The webhook
 * leads to http://127.0.0.1:4500/, which Hearth has to be started with: WEBHOOK_HOSTS=http://127.0.0.1:4500
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { everyRecord, HearthError, openClient, verifyWebhook, WebhookRefused } from '#client/index.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}`);
  return value;
};

const hearth = openClient({
  origin: setting('HEARTH_ORIGIN'),
  organization: setting('HEARTH_ORGANIZATION'),
  apiKey: setting('HEARTH_API_KEY'),
});
const secret = setting('HEARTH_WEBHOOK_SECRET');

/** What was dealt with: a message may come more than once. */
const known = new Set<string>();

/** Hears messages until one tells of this response. */
const heardOf = (response_id: () => number | null) =>
  new Promise<void>((heard) => {
    const receiver = createServer(async (request, reply) => {
      const body = await text(request);
      try {
        const { id, type, data } = await verifyWebhook(secret, request.headers, body);
        // Quickly, whatever is done with it: Hearth waits ten seconds, and tries again otherwise.
        reply.writeHead(204).end();
        if (known.has(id)) return;
        known.add(id);
        console.log(`Heard: ${type} ${data ? `${data.type} ${data.id}` : ''}`);
        if (data?.type !== 'client_forms' || data.id !== response_id()) return;
        receiver.close();
        heard();
      } catch (error) {
        reply.writeHead(error instanceof WebhookRefused ? 401 : 500).end();
        console.error(error);
      }
    }).listen(Number(setting('PORT')), '127.0.0.1');
  });

const formCalled = async (name: string) => {
  for await (const form of everyRecord((page) => hearth.forms.page({ params: { page }, query: { query: name } })))
    if (form.name === name) return form;
  throw new Error(`There is no form called ${name} that this program may read`);
};

let response_id: number | null = null;
const heard = heardOf(() => response_id);
try {
  const person = await hearth.clients.create(
    { body: { first_name: 'Ana', last_name: 'Example', dob: '1990-01-31', gender: 'female', ssn_suffix: '0000' } },
    // Of what the program has this person by: however often it is run again, they are recorded once a day.
    { idempotencyKey: `person-${setting('HEARTH_ORGANIZATION')}-4711` },
  );
  const form = await formCalled(setting('HEARTH_FORM'));
  const response = await hearth.client_forms.create({
    params: { client_id: person.id },
    body: { form_id: form.id, answers: [] },
  });
  response_id = response.id;
  console.log(`Recorded: person ${person.id}, response ${response.id}`);
  await heard;
} catch (error) {
  // By field, as a form would show it; `base` is about no field.
  if (error instanceof HearthError) console.error(`Hearth answered ${error.status}`, error.errors, error.requestId);
  else console.error(error);
  process.exit(1);
}
