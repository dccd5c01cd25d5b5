/** `--s-ad-fade`, and a little more for a slow frame. */
export const AD_FADE_MS = 650;

/** What the rest of the board needs to know of its ads. */
export interface AdsOnScreen {
  /** Whether an ad fills the screen. */
  readonly isOver: boolean;
  /** Whether one of the ads in the page is a video. */
  readonly hasVideo: boolean;
}

export const NO_AD_ON_SCREEN: AdsOnScreen = { isOver: false, hasVideo: false };
