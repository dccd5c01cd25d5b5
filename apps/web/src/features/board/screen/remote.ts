// What a paired screen tells its board from the shop's remote, as events of the window: the board's script has a budget.

/** The next ad, or the next page, has its turn now. */
export const NEXT_TURN = 'sarafa-next';
/** A `CustomEvent` with whether video ads are muted; null where that is as the shop has set it. */
export const SOUND = 'sarafa-sound';
