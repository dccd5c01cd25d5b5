let hasDrafts = () => false;
const fields = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Starts to remember which fields somebody types into. Called once, at the portal's start. */
export function watchTyping(): void {
  addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) fields.add(target);
  });
}

/** Names who knows of drafts of pages that aren't on the screen. */
export function watchDrafts(look: () => boolean): void {
  hasDrafts = look;
}

/** Whether reloading the page would lose what somebody has typed. */
export function isSomethingTyped(): boolean {
  if (hasDrafts()) return true;
  for (const field of fields) {
    if (!field.isConnected) fields.delete(field);
    else if (field.value !== '') return true;
  }
  return false;
}
