import type { Advertisement } from '@sarafa/contracts';

/** The settings of a shop that its board's cycle depends on. */
export interface CycleSettings {
  /** The ads in order; none while ads are off or something else fills the board. */
  readonly ads: readonly Advertisement[];
  /** Whether the board has prices to show: a market rate that is switched on, or a custom row. */
  readonly hasRows: boolean;
  readonly priceDisplayMs: number;
  readonly adDisplayMs: number;
}

export type CyclePhase =
  | {
      readonly show: 'prices';
      readonly since: number;
      /** Whether the next ad is due soon, so that it should be loaded. */
      readonly isPreparing: boolean;
    }
  /** There is nothing to show. `until` is when ads that have all failed are tried again; null without ads. */
  | { readonly show: 'idle'; readonly until: number | null }
  | {
      readonly show: 'ad';
      readonly ad: Advertisement;
      /** A number for each attempt to show an ad, so that events of an earlier attempt can be ignored. */
      readonly turn: number;
      readonly stage: 'loading' | 'playing' | 'failed';
      /** When the stage began; for a playing video, when it was last seen moving. */
      readonly since: number;
    };

/** A board's alternation of prices and ads (rules 8.9 and 8.10). */
export interface Cycle {
  readonly settings: CycleSettings;
  /** The index of the ad that shows or, between ads, comes next. */
  readonly index: number;
  readonly turns: number;
  /** How many ads in a row weren't shown to their end. */
  readonly misses: number;
  readonly phase: CyclePhase;
}

/** `at` is the time of a monotonic clock in milliseconds. */
export type CycleEvent =
  | { readonly type: 'settings'; readonly settings: CycleSettings; readonly at: number }
  | { readonly type: 'time'; readonly at: number }
  /** The ad can be shown: an image is decoded, or a video plays. */
  | { readonly type: 'ready'; readonly turn: number; readonly at: number }
  /** A video is playing on. */
  | { readonly type: 'moving'; readonly turn: number; readonly at: number }
  | { readonly type: 'ended'; readonly turn: number; readonly at: number }
  /** An error, or the browser refuses to play the video. */
  | { readonly type: 'failed'; readonly turn: number; readonly at: number }
  /** The two buttons of the failed screen. */
  | { readonly type: 'retry'; readonly at: number }
  | { readonly type: 'skip'; readonly at: number }
  /** The shop's remote. */
  | { readonly type: 'next'; readonly at: number };

/** An ad that needs this long to load is skipped (rule 8.10), and so is a video that stops for this long. */
export const AD_PATIENCE_MS = 10_000;
/** How long the failed screen shows (rule 8.10). */
export const AD_FAILED_MS = 5_000;
/** How long before its turn an ad is loaded. */
export const AD_PREPARE_MS = 8_000;
/** The pause between two attempts of a board that has only ads, all of which fail. */
export const AD_REST_MS = 30_000;
/** Browsers report a playing video several times a second; one report in this time is enough. */
const MOVING_MS = 1_000;

/** Begins with prices. */
export function newCycle(at: number): Cycle {
  const settings = { ads: [], hasRows: true, priceDisplayMs: 0, adDisplayMs: 0 };
  return { settings, index: 0, turns: 0, misses: 0, phase: { show: 'prices', since: at, isPreparing: false } };
}

/** The cycle after `event`; the same object when nothing changes. A pure function. */
export function boardCycle(cycle: Cycle, event: CycleEvent): Cycle {
  const { phase } = cycle;
  const { at } = event;
  switch (event.type) {
    case 'settings':
      return withSettings(cycle, event.settings, at);
    case 'time':
      return passTime(cycle, at);
    case 'retry':
      return phase.show === 'ad' && phase.stage === 'failed' ? begun(cycle, at) : cycle;
    case 'skip':
      return phase.show === 'ad' && phase.stage === 'failed' ? missed(cycle, at) : cycle;
    case 'next':
      return followed(cycle, at);
    default:
      return phase.show === 'ad' && phase.turn === event.turn ? withNews(cycle, phase, event) : cycle;
  }
}

/** When the next `time` event changes something; undefined when none does. */
export function cycleWakesAt({ phase, settings }: Cycle): number | undefined {
  switch (phase.show) {
    case 'prices': {
      if (settings.ads.length === 0) return undefined;
      const due = phase.since + settings.priceDisplayMs;
      return phase.isPreparing ? due : due - AD_PREPARE_MS;
    }
    case 'idle':
      return phase.until ?? undefined;
    case 'ad':
      return phase.since + stageMs(phase, settings);
  }
}

/**
 * The ad to load before its turn. A video isn't loaded while another plays, because many televisions can decode only one and
 * the second would stop the first.
 */
export function adToPrepare({ phase, settings, index }: Cycle): Advertisement | undefined {
  const { ads, hasRows } = settings;
  if (phase.show === 'prices') return phase.isPreparing ? ads[index] : undefined;
  if (phase.show === 'idle' || hasRows || ads.length < 2 || phase.stage !== 'playing') return undefined;
  const next = ads[(index + 1) % ads.length];
  return next?.file_type === 'video' && phase.ad.file_type === 'video' ? undefined : next;
}

function stageMs({ stage, ad }: CyclePhase & { show: 'ad' }, { adDisplayMs }: CycleSettings): number {
  if (stage === 'failed') return AD_FAILED_MS;
  return stage === 'playing' && ad.file_type === 'image' ? adDisplayMs : AD_PATIENCE_MS;
}

function passTime(cycle: Cycle, at: number): Cycle {
  const { phase, settings } = cycle;
  const wakesAt = cycleWakesAt(cycle);
  if (wakesAt === undefined || at < wakesAt) return cycle;
  switch (phase.show) {
    case 'prices':
      if (at >= phase.since + settings.priceDisplayMs) return begun(cycle, at);
      return { ...cycle, phase: { ...phase, isPreparing: true } };
    case 'idle':
      return begun(cycle, at);
    case 'ad':
      return phase.stage === 'playing' && phase.ad.file_type === 'image' ? shown(cycle, at) : missed(cycle, at);
  }
}

type News = Extract<CycleEvent, { turn: number }>;

function withNews(cycle: Cycle, phase: CyclePhase & { show: 'ad' }, { type, at }: News): Cycle {
  const { stage, ad } = phase;
  const isPlayingVideo = stage === 'playing' && ad.file_type === 'video';
  switch (type) {
    case 'ready':
      return stage === 'loading' ? { ...cycle, phase: { ...phase, stage: 'playing', since: at } } : cycle;
    case 'moving':
      return isPlayingVideo && at - phase.since >= MOVING_MS ? { ...cycle, phase: { ...phase, since: at } } : cycle;
    case 'ended':
      return isPlayingVideo ? shown(cycle, at) : cycle;
    case 'failed':
      if (stage === 'failed') return cycle;
      return ad.file_type === 'video' ? { ...cycle, phase: { ...phase, stage: 'failed', since: at } } : missed(cycle, at);
  }
}

/** Starts a new attempt with the ad at the index. */
function begun(cycle: Cycle, at: number): Cycle {
  const turn = cycle.turns + 1;
  const ad = cycle.settings.ads[cycle.index]!;
  return { ...cycle, turns: turn, phase: { show: 'ad', ad, turn, stage: 'loading', since: at } };
}

/** Ends what shows and begins what comes next. Without ads nothing changes. */
function followed(cycle: Cycle, at: number): Cycle {
  if (cycle.settings.ads.length === 0) return cycle;
  return cycle.phase.show === 'ad' ? shown(cycle, at) : begun(cycle, at);
}

/** After an ad the index advances and prices return; without rows the next ad follows (rule 8.9). */
function shown(cycle: Cycle, at: number): Cycle {
  const next = { ...advanced(cycle), misses: 0 };
  return cycle.settings.hasRows ? withPrices(next, at) : begun(next, at);
}

/** After an ad that couldn't be shown the next one follows (rule 8.10), unless none of them could be shown. */
function missed(cycle: Cycle, at: number): Cycle {
  const { ads, hasRows } = cycle.settings;
  const next = { ...advanced(cycle), misses: cycle.misses + 1 };
  if (next.misses < ads.length) return begun(next, at);
  return hasRows ? withPrices(next, at) : { ...next, misses: 0, phase: { show: 'idle', until: at + AD_REST_MS } };
}

function advanced(cycle: Cycle): Cycle {
  return { ...cycle, index: (cycle.index + 1) % cycle.settings.ads.length };
}

function withPrices(cycle: Cycle, at: number): Cycle {
  return { ...cycle, misses: 0, phase: { show: 'prices', since: at, isPreparing: false } };
}

/** A change of the settings restarts nothing; only what is no longer possible ends. */
function withSettings(cycle: Cycle, settings: CycleSettings, at: number): Cycle {
  const before = cycle.settings;
  const isSameList = haveSameIds(before.ads, settings.ads);
  if (isSameList && haveSameRest(before, settings)) return cycle;
  const next = { ...cycle, settings, index: movedIndex(cycle, settings.ads) };
  const { phase } = cycle;
  const canGoOn = { prices: settings.hasRows, idle: !settings.hasRows, ad: phase.show === 'ad' && has(settings.ads, phase.ad) };
  if (!canGoOn[phase.show]) return anew(next, at);
  if (phase.show === 'idle') return isSameList ? next : anew(next, at);
  if (phase.show === 'ad') return next;
  if (settings.ads.length === 0) return withPrices(next, phase.since);
  // When a board gets its first ad, the time of the prices begins anew, so that the ad doesn't appear at once.
  return before.ads.length === 0 ? withPrices(next, at) : next;
}

function anew(cycle: Cycle, at: number): Cycle {
  const { hasRows, ads } = cycle.settings;
  if (hasRows) return withPrices(cycle, at);
  return ads.length > 0 ? begun({ ...cycle, misses: 0 }, at) : { ...cycle, phase: { show: 'idle', until: null } };
}

/** The new index of the current ad; if that ad is gone, of the first one after it that is still there. */
function movedIndex({ settings: { ads: before }, index }: Cycle, after: readonly Advertisement[]): number {
  const inTurn = [...before.slice(index), ...before.slice(0, index)];
  const left = inTurn.find((ad) => has(after, ad));
  return left ? after.findIndex(({ id }) => id === left.id) : 0;
}

function has(ads: readonly Advertisement[], { id }: Advertisement): boolean {
  return ads.some((ad) => ad.id === id);
}

function haveSameIds(a: readonly Advertisement[], b: readonly Advertisement[]): boolean {
  return a.length === b.length && a.every(({ id }, index) => id === b[index]!.id);
}

function haveSameRest(a: CycleSettings, b: CycleSettings): boolean {
  return a.hasRows === b.hasRows && a.priceDisplayMs === b.priceDisplayMs && a.adDisplayMs === b.adDisplayMs;
}
