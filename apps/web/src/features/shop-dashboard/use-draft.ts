import { useState } from 'react';
import { numberIn, type TypedNumber } from '../../shared/ui/number-field.js';

/**
 * The draft of a number field: what is being typed, else the saved value. When the saved value changes meanwhile (on another
 * device, by the provider, or by the save of another form), the typed text stays. Only a value with `isChanged` may be sent:
 * any other value may be outdated here, and sending it would undo a save made elsewhere.
 */
export function useDraft(saved: number) {
  return useDrafts({ field: saved }).field;
}

/** The drafts of several fields, by name. */
export function useDrafts<N extends string>(saved: Readonly<Record<N, number>>) {
  const [typed, setTyped] = useState<Partial<Record<N, TypedNumber>>>({});
  const names = Object.keys(saved) as N[];
  // A saved draft is dropped, so that its field shows later saved values.
  const open = names.filter((name) => typed[name] !== undefined && typed[name] !== saved[name]);
  if (open.length < Object.keys(typed).length)
    setTyped(Object.fromEntries(open.map((name) => [name, typed[name]])) as typeof typed);
  const draftOf = (name: N) => {
    const shown: TypedNumber = typed[name] ?? saved[name];
    const value = numberIn(shown);
    const onChange = (now: TypedNumber) => setTyped((before) => ({ ...before, [name]: now }));
    return { field: { value: shown, onChange }, value, isChanged: value !== saved[name] } as const;
  };
  return Object.fromEntries(names.map((name) => [name, draftOf(name)])) as Record<N, ReturnType<typeof draftOf>>;
}
