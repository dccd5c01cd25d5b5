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
  paths: Record<string, Record<string, Json>>;
  components: Json;
};

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
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { parameters, responses }] of Object.entries(operations)) {
        const all = parameters as { name: string; in: string }[];
        const named = all.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
        expect([path, named]).toEqual([path, path.match(/\{\w+\}/g) ?? []]);
        expect([method, path, Object.keys(responses as Json).filter((status) => status.startsWith('2')).length]).toEqual([
          method,
          path,
          1,
        ]);
      }
    }
  });

  it('forbids in a body nothing that is merely dropped, and asks for nothing that has a default', () => {
    const bodies = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ requestBody }) => objects(requestBody, [path])),
    );
    expect(bodies.length).toBeGreaterThan(20);
    expect(bodies.filter(({ value }) => value['additionalProperties'] === false)).toEqual([]);
    for (const { path, value } of bodies) {
      const { properties, required } = value as { properties?: Record<string, Json>; required?: string[] };
      if (!properties || !required) continue;
      expect([path, required.filter((name) => 'default' in properties[name]!)]).toEqual([path, []]);
    }
  });
});
