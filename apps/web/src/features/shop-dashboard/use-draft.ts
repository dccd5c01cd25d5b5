import { useState } from 'react';

/**
 * The draft of a number field: what is being typed, else the saved value. When the saved value changes meanwhile (on another
 * device, by the provider, or by the save of another form), the typed text stays. Only a value with `isChanged` may be sent:
 * any other value may be outdated here, and sending it would undo a save made elsewhere.
 */
export function useDraft(saved: number) {
  const [typed, setTyped] = useState<number | string>();
  // A saved draft is dropped, so that the field shows later saved values.
  if (typed === saved) setTyped(undefined);
  const shown = typed ?? saved;
  // The field gives a text while it ends in a zero, as `2.0` does on the way to `2.05`; the text is a number all the same.
  const value = shown === '' ? undefined : Number(shown);
  return { field: { value: shown, onChange: setTyped }, value, isChanged: value !== saved } as const;
}
