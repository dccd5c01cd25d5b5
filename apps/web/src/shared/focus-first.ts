/** Whoever types finds the fault where the caret is. A field that Mantine gives no name has it in `data-field`. */
export function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, string | undefined>>): void {
  const fields = form.querySelectorAll<HTMLElement>('[name]:not([type=file], [type=hidden]), [data-field]');
  const isWrong = (field: HTMLElement) => errors[field.dataset.field ?? field.getAttribute('name') ?? ''];
  Array.from(fields).find(isWrong)?.focus();
}
