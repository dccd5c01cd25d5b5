import type { z } from 'zod';
import { fieldText } from './answers.js';
import { portalTexts } from '../texts/portal-texts.js';

/** What the contracts say of a field that is empty. */
export const REQUIRED = 'is required';

/** The faults of a form by the path of their field (`name`, `gold.per_gram`), as texts for people; empty when there are none. */
export function fieldErrors(
  schema: z.ZodType,
  values: object,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message, code } of parsed.error.issues) {
    const field = path.join('.');
    const value = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], values);
    const isBlank = !value && value !== 0;
    // The words of the field itself, which says it as soon as the field is left.
    const isUnread = typeof value === 'string' && code === 'invalid_type';
    errors[field] ??=
      !isBlank && isUnread ? portalTexts.common.noNumber : fieldText(labels[field], isBlank ? REQUIRED : message);
  }
  return errors;
}

/** The server's faults by field. A fault of a field that the form doesn't have is left out. */
export function serverErrors(
  details: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = Object.entries(details).filter(([field]) => field in labels);
  return Object.fromEntries(known.map(([field, message]) => [field, fieldText(labels[field], message)]));
}
