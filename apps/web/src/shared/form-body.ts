/** What is filled in, as JSON; with a file, as a form (rule 10.6). */
export function bodyOf(fields: Readonly<Record<string, unknown>>, logo: File | null): object {
  const filled = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined);
  if (!logo) return Object.fromEntries(filled);
  const form = new FormData();
  // The file last: whoever reads a form as it comes knows all fields by then.
  for (const [name, value] of filled) form.append(name, String(value));
  form.append('logo', logo);
  return form;
}
