import { z } from 'zod';
import type { Answer } from '#contract/kit/route.ts';
import type { lookupRoutes } from '#contract/resources/lookups.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import type { Handler } from '#server/kit/handlers.ts';
import { allowedFor } from '#server/kit/outgoing/allowed-origins.ts';
import { CallFailed } from '#server/kit/outgoing/connect.ts';
import { getJson } from '#server/kit/outgoing/get-json.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { askableField } from './askable-field.ts';

type Page = Answer<typeof lookupRoutes.options>;
const given = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable());

const readParameters = (text: string): z.output<typeof given> => {
  try {
    return given.parse(JSON.parse(text));
  } catch {
    throw invalid('parameters', 'Send a JSON object with texts, numbers, true and false');
  }
};

/** The values of the parameters that the field names, and of no others. Refuses when one has none. */
const valuesOf = (names: string[], text: string | undefined): [name: string, value: string][] => {
  const sent = text === undefined ? {} : readParameters(text);
  const values = names.map((name): [string, string] => [
    name,
    Object.hasOwn(sent, name) ? String(sent[name] ?? '') : '',
  ]);
  const missing = values.filter(([, value]) => value === '').map(([name]) => name);
  if (missing.length) throw invalid('parameters', `This field relies on other fields: ${missing.join(', ')}`);
  return values;
};

const maxOptions = 500;
const value = z.union([z.string().min(1), z.number()]);
const label = z.string().min(1);
const option = z.union([
  z.object({ value, label }),
  z.object({ id: value, name: label }).transform(({ id, name }) => ({ value: id, label: name })),
  label.transform((text) => ({ value: text, label: text })),
]);
const page = z.object({ data: z.array(option), metadata: z.object({ total_pages: z.int().min(0) }) });

/** A page of options as an endpoint answers it. Throws CallFailed for anything else. */
const readPage = (answer: unknown): Page => {
  const { data, error } = page.safeParse(answer);
  if (!data) {
    const path = error?.issues[0]?.path.join('.');
    throw new CallFailed(`The server didn’t answer with a page of options${path ? `: see ${path}` : ''}`);
  }
  if (data.data.length > maxOptions)
    throw new CallFailed(`The server answered with more than ${maxOptions} options at once`);
  return data;
};

export const options: Handler<typeof lookupRoutes.options> = async ({ params, query }, context) => {
  const { tx, caller, config } = context;
  const field = await askableField(context, params.id);
  const { api_endpoint, api_parameters = [] } = field.metadata;
  if (!api_endpoint) throw new Problem('not_found');
  const url = new URL(api_endpoint);
  for (const [name, text] of valuesOf(api_parameters, query.parameters)) url.searchParams.set(name, text);
  url.searchParams.set('query', query.query ?? '');
  url.searchParams.set('page_index', String(query.page_index ?? 1));
  await attempted(tx, limits.lookups, String(caller.person.id));
  return async () => {
    try {
      return readPage(await getJson(url, allowedFor(config.lookupHosts, caller.organization)));
    } catch (error) {
      if (error instanceof CallFailed) throw invalid('base', `An error occurred: ${error.message}`);
      throw error;
    }
  };
};
