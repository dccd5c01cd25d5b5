import { useCallback, useEffect, useReducer } from 'react';
import { adSound, isAdMuted, newAdSound } from './ad-sound.js';
import { SOUND } from '../screen/remote.js';

export interface BoardSound {
  readonly isMuted: boolean;
  toggle(): void;
  /** The browser refused to play with sound. */
  refused(): void;
}

/** Marks the sound button, whose press must not also count as a touch of the board. */
export const SOUND_BUTTON = 'adctl';

/** Whether video ads have sound: from the shop's default, the board's button, the shop's remote, and what the browser allows. */
export function useAdSound(defaultMute: boolean): BoardSound {
  const [sound, dispatch] = useReducer(adSound, newAdSound);
  useEffect(() => {
    if (!sound.isLocked) return;
    const onTouch = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest(`.${SOUND_BUTTON}`))) dispatch({ type: 'touched' });
    };
    addEventListener('click', onTouch);
    addEventListener('keydown', onTouch);
    return () => {
      removeEventListener('click', onTouch);
      removeEventListener('keydown', onTouch);
    };
  }, [sound.isLocked]);
  useEffect(() => {
    const set = (event: Event) => dispatch({ type: 'set', isMuted: (event as CustomEvent<boolean | null>).detail });
    addEventListener(SOUND, set);
    return () => removeEventListener(SOUND, set);
  }, []);
  const toggle = useCallback(() => dispatch({ type: 'toggled', defaultMute }), [defaultMute]);
  const refused = useCallback(() => dispatch({ type: 'refused' }), []);
  return { isMuted: isAdMuted(sound, defaultMute), toggle, refused };
}
