/** Focuses the first faulty field. A field that Mantine gives no name is found by `data-field`. */
export function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, string | undefined>>): void {
  const fields = form.querySelectorAll<HTMLElement>('[name]:not([type=file], [type=hidden]), [data-field]');
  const isWrong = (field: HTMLElement) => errors[field.dataset.field ?? field.getAttribute('name') ?? ''];
  Array.from(fields).find(isWrong)?.focus();
}
