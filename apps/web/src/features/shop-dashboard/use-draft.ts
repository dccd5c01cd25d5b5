import { useEffect } from 'react';
import { useKeptDraft } from '../../shared/kept/kept-draft.js';
import { numberIn, type TypedNumber } from '../../shared/ui/number-field.js';

/**
 * The draft of a field: what is being chosen or typed, else the saved value. When the saved value changes meanwhile (on another
 * device, by the provider, or by the save of another form), the draft stays. Only a value with `isChanged` may be sent: any
 * other value may be outdated here, and sending it would undo a save made elsewhere. `form` is the name of the form.
 */
export function useDraft<T>(form: string, saved: T, isSame?: (one: T, other: T) => boolean) {
  return useDrafts(form, { field: saved }, isSame).field;
}

/** The draft of a number field, whose text (`field`) may say the saved number otherwise, as in '2.0'. */
export function useNumberDraft(form: string, saved: number) {
  return useNumberDrafts(form, { field: saved }).field;
}

/** The drafts of several number fields, by name. */
export function useNumberDrafts<N extends string>(form: string, saved: Readonly<Record<N, number>>) {
  const drafts = useDrafts<N, TypedNumber>(form, saved);
  return named(saved, (name) => {
    const { isChanged: _, ...field } = drafts[name];
    const value = numberIn(field.value);
    return { field, value, isChanged: value !== saved[name] } as const;
  });
}

function useDrafts<N extends string, T>(
  form: string,
  saved: Readonly<Record<N, T>>,
  isSame: (one: T, other: T) => boolean = Object.is,
) {
  const [drafts = [], setDrafts] = useKeptDraft<readonly (readonly [N, T])[]>(form);
  // A draft that is saved is dropped, so that its field shows what is saved later.
  const open = drafts.filter(([name, draft]) => !isSame(draft, saved[name]));
  useEffect(() => {
    if (open.length < drafts.length) setDrafts(open.length > 0 ? open : undefined);
  });
  return named(saved, (name) => {
    const draft = open.find(([one]) => one === name);
    return {
      value: draft ? draft[1] : saved[name],
      isChanged: draft !== undefined,
      onChange: (now: T) => setDrafts((before = []) => [...before.filter(([one]) => one !== name), [name, now]]),
    };
  });
}

function named<N extends string, V>(fields: Readonly<Record<N, unknown>>, valueOf: (name: N) => V): Record<N, V> {
  return Object.fromEntries((Object.keys(fields) as N[]).map((name) => [name, valueOf(name)])) as Record<N, V>;
}
