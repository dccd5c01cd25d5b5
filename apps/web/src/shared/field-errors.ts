import { portalTexts } from '@sarafa/contracts';
import type { z } from 'zod';

/** What is wrong with a form, by field, as a person reads it; nothing when all is well. */
export function fieldErrors<V extends object>(
  schema: z.ZodType,
  values: V,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '');
    const isBlank = !values[field as keyof V];
    errors[field] ??= inWords(labels[field], isBlank ? portalTexts.common.required : message);
  }
  return errors;
}

/** The server's lines go under their fields; what has no field here is left out. */
export function serverErrors(
  details: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = Object.entries(details).filter(([field]) => field in labels);
  return Object.fromEntries(known.map(([field, message]) => [field, inWords(labels[field], message)]));
}

/** The contracts' messages begin in the middle of a sentence: 'must have at least 3 characters'. */
function inWords(label: string | undefined, message: string): string {
  return label && /^[a-z]/.test(message) ? `${label} ${message}` : message;
}
