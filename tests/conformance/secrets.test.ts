import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '#contract/index.ts';
import { compressionOf } from '#server/kit/compression.ts';

const namesASecret = /(^|_)(jwt|token|secret|password|recovery_codes|api_key|private_key)$/;

/** Every property that a schema names, at any depth. */
const propertiesOf = (schema: z.ZodType): string[] => {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), (_, value) => {
    if (value?.properties) names.push(...Object.keys(value.properties));
    return value;
  });
  return names;
};

const answering = operations().flatMap(({ name, route }) =>
  route.response
    ? [{ name, route, secrets: propertiesOf(route.response).filter((one) => namesASecret.test(one)) }]
    : [],
);

describe('an answer that holds a secret is neither kept nor compressed', () => {
  test.each(answering.filter(({ secrets }) => secrets.length > 0))('$name holds $secrets', ({ route }) => {
    expect(route.secret).toBe(true);
    expect(compressionOf(route)).toBe(false);
  });

  test('and there are such answers', () => {
    const names = answering.filter(({ secrets }) => secrets.length > 0).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['account.signIn', 'api_credentials.create']));
  });
});
