import { Id, parseInput } from '@sarafa/contracts';
import { z } from 'zod';

const ById = z.object({ id: Id });

/** The id of a path and the fields of a body, each fault under its own name. Throws `INVALID_INPUT`. */
export function checked<T>(id: string, schema: z.ZodType<T>, body: unknown): { id: string; fields: T } {
  return { ...parseInput(ById, { id }), fields: parseInput(schema, body) };
}
