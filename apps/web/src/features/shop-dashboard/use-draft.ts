import { useState } from 'react';

/**
 * A number field's draft: what is being typed, else what is saved. A saved value that changes meanwhile (on another device, by
 * the provider, by another form's save) takes nothing away from whoever types. Only what `isChanged` is to be sent: the rest, as this
 * device last heard of it, would undo what was saved elsewhere.
 */
export function useDraft(saved: number) {
  const [typed, setTyped] = useState<number | string>();
  // Once saved, it is no draft any more: what is saved next shows.
  if (typed === saved) setTyped(undefined);
  const shown = typed ?? saved;
  // The field gives a text while it ends in a zero, as `2.0` does on the way to `2.05`: it is a number all the same.
  const value = shown === '' ? undefined : Number(shown);
  return { field: { value: shown, onChange: setTyped }, value, isChanged: value !== saved } as const;
}
