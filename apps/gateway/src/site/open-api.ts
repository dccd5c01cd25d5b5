import { documented, type HttpRoute, routes } from '@sarafa/contracts';
import { z } from 'zod';
import { STATUS } from '../http-errors.js';

const SCHEMAS = '#/components/schemas/';

/** OpenAPI 3.1, made from the contracts. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Sarafa',
    version: '1',
    description: 'Gold and silver rates for the boards of jewellery shops. Every path answers below /api as well.',
  },
  paths: pathsOf(routes),
  components: {
    schemas: z.toJSONSchema(documented, { io: 'output', uri: (id) => SCHEMAS + id }).schemas,
  },
};

function pathsOf(all: readonly HttpRoute[]): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of all) (paths[route.path] ??= {})[route.method] = operation(route);
  return paths;
}

function operation({ path, summary, description, access, output, mediaType = 'application/json', errors }: HttpRoute): object {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  }));
  const answers = errors.map((code) => [STATUS[code], { description: code, content: json(ref('HttpError')) }]);
  return {
    summary,
    ...(description ? { description } : {}),
    parameters,
    security: access.includes('public') ? [] : [{ bearer: [] }],
    responses: {
      200: { description: 'OK', content: { [mediaType]: { schema: schemaOf(output) } } },
      ...Object.fromEntries(answers as [number, object][]),
    },
  };
}

function schemaOf(output: z.ZodType): object {
  const name = documented.get(output)?.id;
  return name ? ref(name) : z.toJSONSchema(output, { io: 'output' });
}

function ref(name: string): object {
  return { $ref: SCHEMAS + name };
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}
