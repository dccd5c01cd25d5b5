import type { MouseEvent } from 'react';
import { useMessages } from '../../../shared/language/language.js';
import { type BoardSound, SOUND_BUTTON } from './use-ad-sound.js';

/** Visible while somebody moves a pointer, touches the board, or reaches it by keyboard. */
export function SoundButton({ sound }: { sound: BoardSound }) {
  const { mute, unmute } = useMessages().ads;
  const press = ({ detail, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    sound.toggle();
    // Pressed by pointer and not by a key: the button disappears again when the pointer does.
    if (detail > 0) currentTarget.blur();
  };
  return (
    <button className={SOUND_BUTTON} type="button" aria-label={sound.isMuted ? unmute : mute} onClick={press}>
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
        <g strokeLinecap="round" strokeLinejoin="round">
          {sound.isMuted ? (
            <>
              <path d="M15 8a5 5 0 0 1 1.912 4.934m-1.377 2.602a5 5 0 0 1 -.535 .464" />
              <path d="M17.7 5a9 9 0 0 1 2.362 11.086m-1.676 2.299a9 9 0 0 1 -.686 .615" />
              <path d="M9.069 5.054l.431 -.554a.8 .8 0 0 1 1.5 .5v2m0 4v8a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l1.294 -1.664" />
              <path d="M3 3l18 18" />
            </>
          ) : (
            <>
              <path d="M15 8a5 5 0 0 1 0 8" />
              <path d="M17.7 5a9 9 0 0 1 0 14" />
              <path d="M6 15h-2a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1h2l3.5 -4.5a.8 .8 0 0 1 1.5 .5v14a.8 .8 0 0 1 -1.5 .5l-3.5 -4.5" />
            </>
          )}
        </g>
      </svg>
    </button>
  );
}
