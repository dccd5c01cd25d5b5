import { useEffect, useRef } from 'react';

const open: object[] = [];

/** Escape closes the topmost of several open layers. A handler that has used the key prevents its default. */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const self = {};
    open.push(self);
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || open[open.length - 1] !== self) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => {
      open.splice(open.indexOf(self), 1);
      removeEventListener('keydown', listen);
    };
  }, []);
}
