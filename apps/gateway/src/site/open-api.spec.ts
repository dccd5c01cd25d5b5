import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
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
