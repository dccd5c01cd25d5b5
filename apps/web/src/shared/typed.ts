let hasDrafts = () => false;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const fields = new Set<Field>();

/** Starts to remember which fields somebody types into or chooses from. Called once, at the portal's start. */
export function watchTyping(): void {
  addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.matches('input, textarea, select')) fields.add(target as Field);
    // Fields of former pages must not stay in memory.
    fields.forEach((field) => field.isConnected || fields.delete(field));
  });
}

/** Names who knows of drafts of pages that aren't on the screen. */
export function watchDrafts(look: () => boolean): void {
  hasDrafts = look;
}

/** What was typed so far has been used, as by a sign-in. */
export function forgetTyped(): void {
  fields.clear();
}

/** Whether reloading the page would lose what somebody has typed. */
export function isSomethingTyped(): boolean {
  return hasDrafts() || [...fields].some((field) => field.isConnected && field.value);
}
