import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { CARD_STATE } from '@sarafa/contracts';
import { routes } from '../gateway.routes.js';
import { openApi } from './open-api.js';

type Json = Record<string, unknown>;

/** Every object of the document with its path. */
function objects(value: unknown, path: string[] = []): { path: string; value: Json }[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, inner]) => objects(inner, [...path, key]));
  return Array.isArray(value) ? below : [{ path: path.join('/'), value: value as Json }, ...below];
}

/** As a client reads it: without what JSON can't contain. */
const document = JSON.parse(JSON.stringify(openApi(routes))) as {
  info: { description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Json };
};

interface Operation {
  operationId: string;
  description: string;
  security: Json[];
  parameters: { name: string; in: string; required: boolean; style?: string; explode?: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Json; headers?: Json }>;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    method,
    path,
    ...operation,
  })),
);

/** `PUT /user/update/{id}` */
function operationOf(route: string): Operation {
  return operations.find((operation) => operation.route === route)!;
}

function parameterOf(route: string, parameter: string) {
  return operationOf(route).parameters.find(({ name }) => name === parameter);
}

/** The schema of a field of a route's JSON body. */
function fieldOf(route: string, ...names: string[]): Json {
  const body = operationOf(route).requestBody!.content['application/json']!.schema;
  return names.reduce((schema, name) => {
    const { properties, items } = schema as { properties?: Record<string, Json>; items?: Json };
    return (name === '*' ? items : properties?.[name])!;
  }, body);
}

describe('the documentation', () => {
  it('refers only to what is there', () => {
    const refs = objects(document).flatMap(({ value }) => (typeof value['$ref'] === 'string' ? [value['$ref']] : []));
    expect(refs.length).toBeGreaterThan(50);
    for (const ref of new Set(refs)) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document);
      expect([ref, found]).toEqual([ref, expect.anything()]);
    }
  });

  it('names schemas by their place alone: an $id may carry no fragment', () => {
    expect(objects(document).filter(({ value }) => typeof value['$id'] === 'string')).toEqual([]);
  });

  it('describes each parameter of a path, and answers for each operation', () => {
    for (const { route, path, parameters, responses } of operations) {
      const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect([route, named]).toEqual([route, path.match(/\{\w+\}/g) ?? []]);
      const isAnswered = Object.keys(responses).some((status) => status.startsWith('2'));
      expect([route, isAnswered]).toEqual([route, true]);
    }
  });

  it('says of a parameter of a path what its contract says', () => {
    expect(parameterOf('GET /screens/pairings/{secret}', 'secret')?.schema).toEqual({ type: 'string' });
    expect(parameterOf('POST /admin/quotes/{seq}/withdraw', 'seq')?.schema).toMatchObject({ type: 'integer', minimum: 1 });
    for (const route of ['GET /prices/user/{id}', 'GET /user/rate-card/{id}.png', 'PUT /screens/{id}']) {
      expect([route, parameterOf(route, 'id')?.schema['pattern']]).toEqual([route, '^[0-9a-f]{24}$']);
    }
  });

  it('says that a list in an address has commas', () => {
    expect(parameterOf('GET /admin/screens', 'ids')).toMatchObject({ style: 'form', explode: false });
  });

  it('names what the stream of a board reads of its address', () => {
    const read = operationOf('GET /boards/{id}/events').parameters.filter((parameter) => parameter.in === 'query');
    expect(read.map(({ name, required }) => [name, required])).toEqual([
      ['screen', false],
      ['release', false],
      ['refused', false],
    ]);
  });

  it('has a scheme of its own for the token of a screen', () => {
    const { security, description } = operationOf('POST /screens/beats');
    expect([security, description]).toEqual([[{ screen: [] }], 'For paired screens.']);
    expect(document.components.securitySchemes).toMatchObject({ screen: { type: 'http', scheme: 'bearer' } });
    expect(operationOf('GET /screens/me').security).toEqual([{ bearer: [] }]);
    expect(operationOf('GET /screens/pairings/{secret}').security).toEqual([]);
  });

  it.each([
    ['PUT /user/rate-list/{userId}', '201'],
    ['GET /screens/pairings/{secret}', '202'],
    ['GET /prices/user/{id}', '304'],
    ['GET /prices/detailed', '304'],
    ['GET /settings/maintenance', '304'],
    ['GET /user/rate-card/{id}.png', '304'],
    ['GET /admin/list', '429'],
    ['GET /auth/me', '429'],
    ['GET /auth/sessions', '429'],
  ])('lists of %s the answer %s', (route, status) => {
    expect(Object.keys(operationOf(route).responses)).toContain(status);
  });

  it('lists no ceiling where none is: what ends sessions, and what no limit counts', () => {
    for (const route of ['POST /auth/logout', 'POST /auth/logout-all', 'DELETE /auth/sessions/{id}', 'GET /health/live']) {
      expect([route, Object.keys(operationOf(route).responses).includes('429')]).toEqual([route, false]);
    }
  });

  it('lists what any body may be refused for, also where none is asked for', () => {
    for (const { route, method, responses } of operations) {
      const refusals = Object.keys(responses).filter((status) => ['400', '413', '415'].includes(status));
      if (method === 'get') expect([route, refusals.filter((status) => status !== '400')]).toEqual([route, []]);
      // A beat is read as JSON whatever its type is.
      else expect([route, refusals]).toEqual([route, route === 'POST /screens/beats' ? ['400', '413'] : ['400', '413', '415']]);
    }
  });

  it('says that a gateway which is not ready answers as one that is', () => {
    const { 200: ready, 503: unready } = operationOf('GET /health/ready').responses;
    expect(unready!.content).toEqual(ready!.content);
  });

  it('names each type that an answer may have, and none for an answer without content', () => {
    const { 200: card, 304: same } = operationOf('GET /user/rate-card/{id}.png').responses;
    expect(Object.keys(card!.content!)).toEqual(['image/png', 'text/plain']);
    expect(same!.content).toBeUndefined();
  });

  it('names the headers that clients go by', () => {
    for (const { route, responses } of operations) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const hasTag = '304' in responses && ['200', '304'].includes(status);
        expect([route, status, 'ETag' in headers]).toEqual([route, status, hasTag]);
        const mayWait = status === '429' || (status === '503' && route !== 'GET /health/ready');
        expect([route, status, 'Retry-After' in headers]).toEqual([route, status, mayWait]);
      }
    }
    expect(operationOf('GET /user/rate-card/{id}.png').responses[200]!.headers).toHaveProperty(CARD_STATE);
  });

  it('names each operation, and both places where paths answer', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[a-z]+[A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(operations.length);
    expect(operationOf('PUT /user/rate-list/{userId}').operationId).toBe('putUserRateListUserId');
    expect(document.servers.map(({ url }) => url)).toEqual(['/', '/api']);
  });

  it('says how fine a number may be', () => {
    const [update, list] = ['PUT /user/update/{id}', 'POST /admin/rate-lists'];
    expect(fieldOf(update, 'buy_margin')['multipleOf']).toBe(0.1);
    expect(fieldOf('PUT /user/profile-settings/{id}', 'gold_margin')['multipleOf']).toBe(0.1);
    expect(fieldOf('PUT /screens/{id}', 'overscan')['multipleOf']).toBe(0.1);
    expect(fieldOf('PUT /user/custom-tables/{id}/price', 'price')['multipleOf']).toBe(0.01);
    expect(fieldOf(list, 'prices', '*', 'sell')['multipleOf']).toBe(0.01);
    expect(fieldOf('PUT /user/rate-rows/{userId}', 'rows', '*', 'unit_grams')['multipleOf']).toBe(0.0001);
    const numbers = operations.flatMap(({ route, requestBody }) => objects(requestBody, [route]));
    const unsaid = numbers.filter(({ value }) => value['type'] === 'number' && !('multipleOf' in value) && !('const' in value));
    expect(unsaid.map(({ path }) => path)).toEqual([]);
  });

  it('says that a text of spaces alone is none', () => {
    const blank = { allOf: [{ pattern: '\\S' }] };
    expect(fieldOf('PUT /user/update/{id}', 'shop_name')).toMatchObject(blank);
    expect(fieldOf('PUT /user/update/{id}', 'city')).toMatchObject(blank);
    expect(fieldOf('POST /admin/custom-tables', 'title')).toMatchObject(blank);
    expect(fieldOf('PUT /screens/{id}', 'name')).toMatchObject(blank);
    expect(fieldOf('POST /auth/login', 'username')).toMatchObject(blank);
    // A row's title may be empty, and a password may consist of spaces.
    expect(fieldOf('PUT /user/rate-rows/{userId}', 'rows', '*', 'title')).not.toHaveProperty('allOf');
    expect(fieldOf('POST /auth/login', 'password')).not.toHaveProperty('allOf');
    expect(fieldOf('POST /screens/push-subscriptions', 'endpoint')['format']).toBe('uri');
  });

  it('says once what is taken beside what the schemas name', () => {
    expect(document.info.description).toMatch(/as text.*Empty.*aren't listed/s);
  });

  it('forbids in a body nothing that is merely dropped, and asks for nothing that has a default', () => {
    const bodies = operations.flatMap(({ path, requestBody }) => objects(requestBody, [path]));
    expect(bodies.length).toBeGreaterThan(20);
    expect(bodies.filter(({ value }) => value['additionalProperties'] === false)).toEqual([]);
    for (const { path, value } of bodies) {
      const { properties, required } = value as { properties?: Record<string, Json>; required?: string[] };
      if (!properties || !required) continue;
      expect([path, required.filter((name) => 'default' in properties[name]!)]).toEqual([path, []]);
    }
  });
});
