// The limits that boards know, apart from limits.ts, because a board's script contains all of each module that it imports.

/** The bounds and defaults of docs/rules.md that boards use; `limits` has them too. */
export const boardLimits = {
  city: 'Mumbai',
  /** The cards on one page of a board (rule 8.4). */
  boardPage: { cards: 12, seconds: 12 },
  /** Seconds. `unread` is for a dashboard that couldn't read the shop's setting (rule 11.5). */
  adDisplayTime: { min: 1, max: 300, default: 30, unread: 5 },
  /** Seconds. */
  priceDisplayTime: { min: 10, max: 600, default: 60 },
  /** Milliseconds between a board's polls. */
  priceUpdateInterval: { min: 10_000, max: 3_600_000, default: 300_000, fallback: 30_000 },
  /** Minutes between two moves of a board's rates; at 1 the rates move with every accepted quote (rule 4.10). */
  dynamicPriceIntervals: [1, 5, 15, 30, 60],
  dynamicPriceIntervalDefault: 5,
  profilePollMs: 30_000,
  heartbeatMs: 15_000,
  flashMs: 2_000,
  loadingScreenMs: 1_500,
} as const;
