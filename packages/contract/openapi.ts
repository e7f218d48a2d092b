import { z } from 'zod';
import { operations } from './index.ts';
import { type FileParts, largestFile, largestRequest, maxFilesOfName } from './kit/file-parts.ts';
import { id, paramNames, type RouteSpec, successStatus } from './kit/route.ts';
import { templateCollections } from './resources/templates.ts';

type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return json;
};

const pathParameters = ({ path, params }: RouteSpec) =>
  paramNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'org' ? { type: 'string' } : schemaOf(params?.[name] ?? id, 'input'),
  }));

const queryParameters = ({ query }: RouteSpec) => {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const binary = { type: 'string', format: 'binary' };

/** Describes the parts of a multipart body: each by name, or by the pattern of its name, with what it may be. */
const fileProperties = ({ name: { source }, accepts, megabytes, repeated }: FileParts, properties: Schema): Schema => {
  const limit = `Up to ${megabytes ?? largestFile} MB${repeated ? ' each' : ''}, ${largestRequest} MB in one request.`;
  const description = `${accepts.charAt(0).toUpperCase()}${accepts.slice(1)}. ${limit}`;
  const part = repeated
    ? { description, anyOf: [binary, { type: 'array', items: binary, maxItems: maxFilesOfName }] }
    : { description, ...binary };
  const [, plain] = /^\^(\w+)\$$/.exec(source) ?? [];
  return plain
    ? { properties: { ...properties, [plain]: part } }
    : { properties, patternProperties: { [source]: part } };
};

const requestBody = ({ body, files }: RouteSpec) => {
  if (!body) return {};
  const schema = schemaOf(body, 'input');
  const content = {
    'application/json': { schema },
    ...(files && {
      'multipart/form-data': {
        schema: {
          type: 'object',
          ...fileProperties(files, { data: { ...schema, description: 'The body, as JSON' } }),
          additionalProperties: false,
        },
      },
    }),
  };
  return { requestBody: { required: !body.safeParse(undefined).success, content } };
};

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const responses = (route: RouteSpec) => {
  const success = route.download
    ? { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
    : route.response
      ? { content: { 'application/json': { schema: schemaOf(route.response, 'output') } } }
      : {};
  return {
    [successStatus(route)]: { description: 'Done', ...success },
    ...(route.access === 'public' ? {} : { 401: failure('Not signed in'), 403: failure('Not allowed') }),
    404: failure('Not found, or not visible to the caller'),
    422: failure('The input isn’t valid'),
  };
};

/** The features that make up a definition; responses, imports and publishing are an organization's own. */
const definitions = new Set(['fields', 'forms', 'calculations', 'form_translations', 'xlsforms']);
const ofTemplates = new RegExp(`^/organization/:org/((?:${templateCollections.join('|')})(?:/.*)?)$`);

/** Returns the operations under /admin by which the platform team keeps templates: those of an organization's definitions. */
const templateOperations = () =>
  operations().flatMap(({ name, route }) => {
    const [, rest] = ofTemplates.exec(route.path) ?? [];
    const isDefinition = definitions.has(name.slice(0, name.indexOf('.')));
    if (rest === undefined || !isDefinition) return [];
    return [
      { name: `templates.${name}`, route: { ...route, path: `/admin/${rest}` as const, access: 'superuser' as const } },
    ];
  });

/** The OpenAPI 3.1 document of all routes, generated from the contract. */
export const openapi = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, route } of [...operations(), ...templateOperations()]) {
    const path = `/api${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = {
      operationId: name,
      tags: [name.split('.')[0]],
      summary: route.summary,
      'x-access': route.access,
      parameters: [...pathParameters(route), ...queryParameters(route)],
      ...requestBody(route),
      responses: responses(route),
      ...(route.access === 'public' ? { security: [] } : {}),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version: '1', description: 'Case management for human-services organizations.' },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['errors', 'request_id'],
          properties: {
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            request_id: { type: 'string' },
          },
        },
      },
    },
  };
};
