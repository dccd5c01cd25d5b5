import { useEffect, useState, useSyncExternalStore } from 'react';

/** The films that want to play, of which the first one may. */
const films: object[] = [];
const listeners = new Set<() => void>();

/**
 * Whether a film may have a source now. Many televisions can decode only one at a time, so the next one waits until the one
 * before has let go of its own.
 */
export function useDecoder(isWanted: boolean): boolean {
  const [film] = useState(() => ({}));
  useEffect(() => {
    if (!isWanted) return;
    films.push(film);
    changed();
    return () => {
      films.splice(films.indexOf(film), 1);
      changed();
    };
  }, [film, isWanted]);
  return useSyncExternalStore(subscribe, () => isWanted && films[0] === film);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function changed(): void {
  listeners.forEach((listener) => listener());
}
