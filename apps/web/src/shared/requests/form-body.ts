/** The filled-in fields as JSON, or as a form when there is a file (rule 10.6). */
export function bodyOf(fields: Readonly<Record<string, unknown>>, logo: File | null): object {
  const filled = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined);
  if (!logo) return Object.fromEntries(filled);
  const form = new FormData();
  // The file comes last, so that a server that reads the form as a stream knows all fields before the file.
  for (const [name, value] of filled) form.append(name, isGroup(value) ? JSON.stringify(value) : String(value));
  form.append('logo', logo);
  return form;
}

/** A value of several parts, which a form sends as JSON. */
function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
