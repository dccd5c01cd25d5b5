import { STATUS_CODES } from 'node:http';
import {
  Admin,
  Advertisement,
  Advertisements,
  AnsweredImportDuty,
  CustomTable,
  CustomTables,
  HTTP_STATUS,
  HttpError,
  IDEMPOTENCY_HEADER,
  IdempotencyKey,
  Maintenance,
  Me,
  Overview,
  OwnAdvertisement,
  OwnAdvertisements,
  PriceSnapshot,
  PriceStatus,
  PublicView,
  RateRows,
  ShopDashboard,
  SignedIn,
  UploadedAdvertisement,
} from '@sarafa/contracts';
import { z } from 'zod';
import type { Route } from '../routes.js';

/** The contracts that the documentation shows under a name. */
const NAMED = {
  PriceSnapshot,
  ShopDashboard,
  CustomTable,
  CustomTables,
  Advertisement,
  Advertisements,
  OwnAdvertisement,
  OwnAdvertisements,
  UploadedAdvertisement,
  ImportDuty: AnsweredImportDuty,
  Maintenance,
  PublicView,
  RateRows,
  Admin,
  Me,
  SignedIn,
  Overview,
  PriceStatus,
  HttpError,
};
const named = z.registry<{ id: string }>();
for (const [id, contract] of Object.entries(NAMED)) named.add(contract, { id });

const SCHEMAS = '#/components/schemas/';
const IDEMPOTENCY_KEY = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description:
    'Made by the client, once for each thing that is to be made, and the same for each try: a repetition within a day answers ' +
    'what the first try made. With other content it is 409.',
  schema: z.toJSONSchema(IdempotencyKey, { io: 'output' }),
};

const BEARER = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
const DESCRIPTION = [
  'Gold and silver rates for the boards of jewellery shops. Every path answers below /api as well.',
  'Errors that any request may get are not listed: 400 for what is no proper HTTP request, 405 with `Allow` for a method that a ' +
    'path does not have, 408 for a request that comes too slowly, and 431 for headers that are too large.',
  'Beside what the schemas name, numbers and booleans are taken as text as well ("2.5", "true"). Empty texts in the forms of ' +
    "accounts count as not sent, and fields that aren't listed are dropped.",
].join('\n\n');

/** OpenAPI 3.1 of routes, made from their controllers and contracts. */
export function openApi(routes: readonly Route[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sarafa',
      version: '1',
      description: DESCRIPTION,
    },
    servers: [{ url: '/' }, { url: '/api' }],
    paths: pathsOf(routes),
    components: {
      schemas: components(),
      securitySchemes: {
        bearer: { ...BEARER, description: 'The token of a sign-in.' },
        screen: { ...BEARER, description: 'The own token of a paired screen, which opens nothing else.' },
      },
    },
  };
}

/** Without zod's `$id`, which is a reference within the document and as such no valid `$id` of JSON Schema. */
function components(): Record<string, object> {
  const { schemas } = z.toJSONSchema(named, { io: 'output', uri: (id) => SCHEMAS + id });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $id: _, ...schema }]) => [name, schema]));
}

function pathsOf(routes: readonly Route[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) (paths[documentedPath(route.path)] ??= {})[route.method] = operation(route);
  return paths;
}

/** `/prices/user/:id` -> `/prices/user/{id}` */
function documentedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function operation(route: Route): object {
  const { params, summary, body, file } = route;
  const parameters: object[] = Object.entries(params).map(([name, contract]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(contract, { io: 'output' });
    return { name, in: 'path', required: true, schema };
  });
  if (route.query) parameters.push(...queryParameters(route.query));
  if (route.isRepeatable) parameters.push(IDEMPOTENCY_KEY);
  return {
    operationId: operationId(route),
    summary,
    description: descriptionOf(route),
    parameters,
    ...(body || file ? { requestBody: requestBody(body ?? z.object({}), file) } : {}),
    security: securityOf(route),
    responses: { ...errorsOf(route), ...answersOf(route) },
  };
}

/** `PUT /user/rate-list/:userId` -> `putUserRateListUserId` */
function operationId({ method, path }: Route): string {
  const words = path.match(/[A-Za-z0-9]+/g) ?? [];
  return method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

function securityOf({ access, isOfScreens }: Route): object[] {
  if (isOfScreens) return [{ screen: [] }];
  return access.includes('public') ? [] : [{ bearer: [] }];
}

function answersOf(route: Route): object {
  const { status, answers, mediaType = 'application/json', alsoAnswers = {}, headers: own } = route;
  const schema = schemaOf(answers);
  const content = Object.fromEntries([mediaType].flat().map((type) => [type, { schema }]));
  const told = { ...(304 in alsoAnswers && { ETag: 'Names the answer, for `If-None-Match`' }), ...own };
  const headers: object = Object.fromEntries(
    Object.entries(told).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
  const all = Object.entries({ [status]: STATUS_CODES[status], ...alsoAnswers });
  return Object.fromEntries(
    all.map(([answered, description]) => [answered, { description, headers, ...(answered !== '304' && { content }) }]),
  );
}

function errorsOf({ errors }: Route): object {
  const statuses = [...new Set(errors.map((code) => HTTP_STATUS[code]))];
  const answers = statuses.map((status) => {
    const codes = errors.filter((code) => HTTP_STATUS[code] === status);
    // 429 always says it, and 503 where it is known.
    const after = {
      description: 'The seconds until a further try',
      required: status === 429,
      schema: { type: 'integer', minimum: 1 },
    };
    const headers = status === 429 || status === 503 ? { headers: { 'Retry-After': after } } : {};
    return [status, { description: codes.join(', '), ...headers, content: json(ref('HttpError')) }];
  });
  return Object.fromEntries(answers) as object;
}

const ADMINS = { owner: 'owners', operator: 'operators and owners', viewer: 'all admins' } as const;

function descriptionOf(route: Route): string {
  const { description, fresh } = route;
  const needed = fresh && `Needs a sign-in of the last five minutes${fresh === 'always' ? '' : ` ${fresh}`}.`;
  return [description, whoMay(route), needed].filter(Boolean).join(' ');
}

function whoMay({ access, least, isOfScreens }: Route): string {
  if (isOfScreens) return 'For paired screens.';
  if (access.includes('public')) return 'For everybody.';
  const whom = [...(least ? [ADMINS[least]] : []), ...(access.includes('user') ? ['shops'] : [])];
  return `For ${whom.join(', and for ')}.`;
}

function queryParameters(query: z.ZodType): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'output' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.BaseSchema;
    // What has a default is there once it is parsed, and may be left out.
    const isRequired = required.includes(name) && !('default' in schema);
    // A list is one text with commas.
    const style = schema.type === 'array' ? { style: 'form', explode: false } : {};
    return { name, in: 'query', required: isRequired, ...(description && { description }), ...style, schema };
  });
}

/** The schema of a parsed body. `DESCRIPTION` says what is accepted as well (rules 1.7 and 1.8). */
function requestBody(input: z.ZodType, file: string | undefined): object {
  const schema = z.toJSONSchema(input, { io: 'output', override });
  const form = { ...schema, properties: { ...schema.properties, [file ?? '']: { type: 'string', format: 'binary' } } };
  // A route that takes nothing but a file has no JSON form.
  const isFileAlone = file !== undefined && Object.keys(schema.properties ?? {}).length === 0;
  return {
    required: true,
    content: { ...(isFileAlone ? {} : json(schema)), ...(file ? { 'multipart/form-data': { schema: form } } : {}) },
  };
}

const override: z.core.JSONSchemaGeneratorParams['override'] = ({ zodSchema, jsonSchema }) => {
  asSent(jsonSchema);
  // A text that is brought into its one form loses the spaces at its ends, so spaces alone are an empty text.
  const isFormed = zodSchema._zod.def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite');
  if (isFormed && jsonSchema.minLength === 1) jsonSchema.allOf = [{ pattern: '\\S' }];
};

/** Unknown fields are dropped, and fields with a default may be left out. */
function asSent(schema: { additionalProperties?: unknown; required?: string[]; properties?: Record<string, unknown> }): void {
  delete schema.additionalProperties;
  const { properties = {}, required } = schema;
  if (required) schema.required = required.filter((name) => !('default' in (properties[name] as object)));
}

function schemaOf(output: z.ZodType): object {
  const name = named.get(output)?.id;
  return name ? ref(name) : z.toJSONSchema(output, { io: 'output' });
}

function ref(name: string): object {
  return { $ref: SCHEMAS + name };
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}
