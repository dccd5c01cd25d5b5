import { useEffect } from 'react';
import { isSomethingTyped } from './typed.js';

const unsaved = new Set<object>();

/** While `isUnsaved`, a part of the page has something that reloading would lose, and that isn't text in a field. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const part = {};
    unsaved.add(part);
    return () => void unsaved.delete(part);
  }, [isUnsaved]);
}

/** Whether reloading the page would lose what somebody has typed, chosen or begun to upload. */
export function isSomethingUnsaved(): boolean {
  return unsaved.size > 0 || isSomethingTyped();
}
