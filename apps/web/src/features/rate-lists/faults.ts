import type { z } from 'zod';
import { portalTexts } from '../../shared/texts/portal-texts.js';

/** The faults of a form by the whole path of its field, `gold.per_gram`; empty when there are none. */
export function faultsOf(schema: z.ZodType, values: object): Record<string, string> {
  const parsed = schema.safeParse(values);
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const value = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], values);
    const isBlank = value === undefined || value === '';
    faults[path.join('.')] ??= sentence(isBlank ? portalTexts.common.required : message);
  }
  return faults;
}

/** The contracts' messages are the end of a sentence, and the field's label stands above it. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
