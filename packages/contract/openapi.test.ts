import { describe, expect, test } from 'vitest';
import { operations } from './index.ts';
import { openapi } from './openapi.ts';

type Part = { description?: string; format?: string; anyOf?: unknown[] };
type Multipart = {
  properties: Record<string, Part>;
  patternProperties?: Record<string, Part>;
  additionalProperties: boolean;
};

const { paths } = openapi();
const multipart = operations().filter(({ route }) => route.files);

describe.each(multipart)('the description of $name', ({ route }) => {
  const operation = paths[`/api${route.path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[route.method.toLowerCase()] as {
    requestBody: { content: Record<'multipart/form-data', { schema: Multipart }> };
  };
  const {
    properties,
    patternProperties = {},
    additionalProperties,
  } = operation.requestBody.content['multipart/form-data'].schema;
  const files = Object.entries(properties).filter(([name]) => name !== 'data');

  test('names each file part that the route takes, and no other', () => {
    expect(additionalProperties).toBe(false);
    expect(properties).toHaveProperty('data');
    const names = files.map(([name]) => name);
    for (const name of names) expect(route.files?.name.test(name)).toBe(true);
    expect([...names.map((name) => `^${name}$`), ...Object.keys(patternProperties)]).toEqual([
      route.files?.name.source,
    ]);
  });

  test('says which files it takes, and how large they may be', () => {
    for (const part of [...files.map(([, one]) => one), ...Object.values(patternProperties)]) {
      expect(part.description).toMatch(/^[A-Z].*\. Up to \d+ MB.*, 100 MB in one request\.$/);
      expect(part.format ?? part.anyOf).toBeTruthy();
    }
  });
});

test('there are routes that take files', () => {
  expect(multipart.length).toBeGreaterThan(10);
});
