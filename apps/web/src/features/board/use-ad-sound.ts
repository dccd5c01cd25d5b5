import { useCallback, useEffect, useReducer } from 'react';
import { adSound, isAdMuted, newAdSound } from './ad-sound.js';

export interface BoardSound {
  readonly isMuted: boolean;
  toggle(): void;
  /** The browser doesn't let the board be heard. */
  refused(): void;
}

/** Marks the button whose press says more than that somebody is there. */
export const SOUND_BUTTON = 'adctl';

/** Whether video ads are heard: the shop's default, the board's button, and what the browser allows. */
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
  const toggle = useCallback(() => dispatch({ type: 'toggled', defaultMute }), [defaultMute]);
  const refused = useCallback(() => dispatch({ type: 'refused' }), []);
  return { isMuted: isAdMuted(sound, defaultMute), toggle, refused };
}
