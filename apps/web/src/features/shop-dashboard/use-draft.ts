import { useState } from 'react';
import { numberIn, type TypedNumber } from '../../shared/ui/number-field.js';

/**
 * The draft of a field: what is being chosen or typed, else the saved value. When the saved value changes meanwhile (on another
 * device, by the provider, or by the save of another form), the draft stays. Only a value with `isChanged` may be sent: any
 * other value may be outdated here, and sending it would undo a save made elsewhere.
 */
export function useDraft<T>(saved: T, isSame?: (one: T, other: T) => boolean) {
  return useDrafts({ field: saved }, isSame).field;
}

/** The draft of a number field, whose text (`field`) may say the saved number otherwise, as in '2.0'. */
export function useNumberDraft(saved: number) {
  return useNumberDrafts({ field: saved }).field;
}

/** The drafts of several number fields, by name. */
export function useNumberDrafts<N extends string>(saved: Readonly<Record<N, number>>) {
  const drafts = useDrafts<N, TypedNumber>(saved);
  return named(saved, (name) => {
    const { isChanged: _, ...field } = drafts[name];
    const value = numberIn(field.value);
    return { field, value, isChanged: value !== saved[name] } as const;
  });
}

function useDrafts<N extends string, T>(saved: Readonly<Record<N, T>>, isSame: (one: T, other: T) => boolean = Object.is) {
  const [drafts, setDrafts] = useState<ReadonlyMap<N, T>>(new Map());
  // A draft that is saved is dropped, so that its field shows what is saved later.
  const open = new Map([...drafts].filter(([name, draft]) => !isSame(draft, saved[name])));
  if (open.size < drafts.size) setDrafts(open);
  return named(saved, (name) => ({
    value: open.has(name) ? (open.get(name) as T) : saved[name],
    isChanged: open.has(name),
    onChange: (now: T) => setDrafts((before) => new Map(before).set(name, now)),
  }));
}

function named<N extends string, V>(fields: Readonly<Record<N, unknown>>, valueOf: (name: N) => V): Record<N, V> {
  return Object.fromEntries((Object.keys(fields) as N[]).map((name) => [name, valueOf(name)])) as Record<N, V>;
}
