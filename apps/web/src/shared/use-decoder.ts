import { useEffect, useState, useSyncExternalStore } from 'react';
import { Changes } from './changes.js';

/** The films that want to play, of which the first one may. */
const films: object[] = [];
const changes = new Changes();

/**
 * Whether a film may have a source now. Many televisions can decode only one at a time, so the next one waits until the one
 * before has let go of its own.
 */
export function useDecoder(isWanted: boolean): boolean {
  const [film] = useState(() => ({}));
  useEffect(() => {
    if (!isWanted) return;
    films.push(film);
    changes.tell();
    return () => {
      films.splice(films.indexOf(film), 1);
      changes.tell();
    };
  }, [film, isWanted]);
  return useSyncExternalStore(changes.subscribe, () => isWanted && films[0] === film);
}
