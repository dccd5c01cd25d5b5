/** Whether a board's video ads have sound, given the shop's `default_mute_state`. */
export interface AdSound {
  /** What the button on the board or the shop's remote has set, which overrides the shop's default (rule 8.11); null until then. */
  readonly byHand: boolean | null;
  /** Whether the browser refuses sound until somebody touches the board (rule 8.11). */
  readonly isLocked: boolean;
}

export type AdSoundEvent =
  /** The button was pressed; `defaultMute` is the current `default_mute_state`. */
  | { readonly type: 'toggled'; readonly defaultMute: boolean }
  /** The shop's remote; null once the shop has changed its default after that. */
  | { readonly type: 'set'; readonly isMuted: boolean | null }
  | { readonly type: 'refused' }
  /** Somebody touched the board anywhere but at the button. */
  | { readonly type: 'touched' };

export const newAdSound: AdSound = { byHand: null, isLocked: false };

export function isAdMuted({ byHand, isLocked }: AdSound, defaultMute: boolean): boolean {
  return isLocked || (byHand ?? defaultMute);
}

/** The sound after `event`; the same object when nothing changes. A pure function. */
export function adSound(sound: AdSound, event: AdSoundEvent): AdSound {
  switch (event.type) {
    case 'toggled':
      return { byHand: !isAdMuted(sound, event.defaultMute), isLocked: false };
    case 'set':
      return { byHand: event.isMuted, isLocked: false };
    case 'refused':
      return sound.isLocked ? sound : { ...sound, isLocked: true };
    case 'touched':
      return sound.isLocked ? { ...sound, isLocked: false } : sound;
  }
}
