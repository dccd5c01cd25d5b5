import type { z } from 'zod';
import { portalTexts } from './texts/portal-texts.js';

/** The faults of a form by field, as texts for people; empty when there are none. */
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
    const value = values[field as keyof V];
    const isBlank = !value && value !== 0;
    errors[field] ??= inWords(labels[field], isBlank ? portalTexts.common.required : message);
  }
  return errors;
}

/** The server's faults by field. A fault of a field that the form doesn't have is left out. */
export function serverErrors(
  details: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = Object.entries(details).filter(([field]) => field in labels);
  return Object.fromEntries(known.map(([field, message]) => [field, inWords(labels[field], message)]));
}

/** The contracts' messages are the end of a sentence: 'must have at least 3 characters'. */
function inWords(label: string | undefined, message: string): string {
  return label && /^[a-z]/.test(message) ? `${label} ${message}` : message;
}
