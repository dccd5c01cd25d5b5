import { useEffect } from 'react';
import { useLatest } from '../use-latest.js';

const open: object[] = [];
/** The list of a field, as the library for fields marks it while it is open. */
const OPEN_LIST = '[aria-haspopup=listbox][aria-expanded=true]';

/**
 * Escape closes the topmost of several open layers, and an open list alone. A handler that has used the key prevents its
 * default. On a touch screen Android's Back does the same, where the browser has it for layers, in place of leaving the page.
 */
export function useEscape(onEscape: () => void): void {
  const latest = useLatest(onEscape);
  useEffect(() => {
    const self = {};
    open.push(self);
    let isOfList = false;
    // Noted before the key comes to the field, which closes its list and leaves no trace of that on the event.
    const note = ({ target }: KeyboardEvent) => {
      isOfList = target instanceof Element && target.closest(OPEN_LIST) !== null;
    };
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || open[open.length - 1] !== self) return;
      if (isOfList) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', note, true);
    addEventListener('keydown', listen);
    const leave = onBack(() => latest.current());
    return () => {
      leave();
      open.splice(open.indexOf(self), 1);
      removeEventListener('keydown', note, true);
      removeEventListener('keydown', listen);
    };
  }, [latest]);
}

interface Watcher {
  onclose: () => void;
  destroy(): void;
}

/** Calls `close` at each press of Back; the browser asks the layer that was opened last. Answers what ends that. */
function onBack(close: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
  if (!CloseWatcher || !matchMedia('(pointer: coarse)').matches) return () => undefined;
  let watcher: Watcher | undefined;
  const watch = () => {
    watcher = new CloseWatcher();
    watcher.onclose = () => {
      close();
      // A watcher ends with its first press, but a layer may stay, as one with codes that are shown once.
      setTimeout(() => watcher && watch());
    };
  };
  watch();
  return () => {
    watcher?.destroy();
    watcher = undefined;
  };
}
