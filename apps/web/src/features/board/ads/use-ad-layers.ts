import type { Advertisement } from '@sarafa/contracts';
import { useEffect, useState } from 'react';
import { AD_FADE_MS } from './ads-on-screen.js';
import { adToPrepare, type Cycle } from './board-cycle.js';

/** A video that loads faster than this gets no message. */
const SLOW_MS = 400;
/** The most media elements at a time: the one that shows, and the one that comes or goes. */
const MOST_LAYERS = 2;

interface Seen {
  readonly shown: Advertisement | null;
  /** The ad that fades out. */
  readonly outgoing: Advertisement | null;
  readonly isOver: boolean;
}

export interface AdLayers {
  /** Sorted by id, because a video that is moved within the page stops. */
  readonly layers: readonly Advertisement[];
  readonly shown: Advertisement | null;
  /** The video among them that may be loaded; of any other the last picture is left. */
  readonly film: Advertisement | undefined;
  /** Whether an ad fills the screen. Until an ad is ready, what was there before stays. */
  readonly isOver: boolean;
  readonly message: 'loading' | 'failed' | null;
}

const NOTHING: Seen = { shown: null, outgoing: null, isOver: false };

/** Which ads are in the page, and which of them shows: an ad takes over only when it is decoded or plays. */
export function useAdLayers(cycle: Cycle): AdLayers {
  const { phase } = cycle;
  const [seen, setSeen] = useState(NOTHING);
  const isSlow = useSlow(phase.show === 'ad' && phase.stage === 'loading' ? phase.turn : null);
  const next = seenAfter(seen, cycle, isSlow);
  if (next !== seen) setSeen(next);

  const { outgoing } = next;
  useEffect(() => {
    if (!outgoing) return;
    const timer = setTimeout(
      () => setSeen((now) => (now.outgoing === outgoing ? { ...now, outgoing: null } : now)),
      AD_FADE_MS,
    );
    return () => clearTimeout(timer);
  }, [outgoing]);

  const current = phase.show === 'ad' && phase.stage !== 'failed' ? phase.ad : null;
  const message =
    phase.show !== 'ad' ? null : phase.stage === 'failed' ? 'failed' : isSlow && isVideo(phase.ad) ? 'loading' : null;
  const layers = layersOf([current, next.shown, outgoing, adToPrepare(cycle)]);
  return { layers: [...layers].sort((a, b) => (a.id < b.id ? -1 : 1)), film: layers.find(isVideo), ...next, message };
}

function seenAfter(seen: Seen, { phase }: Cycle, isSlow: boolean): Seen {
  const isLoading = phase.show === 'ad' && phase.stage === 'loading';
  const shown = isLoading ? seen.shown : phase.show === 'ad' && phase.stage === 'playing' ? phase.ad : null;
  const waits = isSlow && phase.show === 'ad' ? shown !== null || isVideo(phase.ad) : seen.isOver;
  const isOver = phase.show === 'ad' && (!isLoading || waits);
  if (shown?.id === seen.shown?.id && isOver === seen.isOver) return seen;
  const outgoing = shown?.id === seen.shown?.id ? seen.outgoing : seen.shown;
  return { shown, isOver, outgoing: outgoing?.id === shown?.id ? null : outgoing };
}

function isVideo({ file_type }: Advertisement): boolean {
  return file_type === 'video';
}

/** The most wanted first. */
function layersOf(wanted: readonly (Advertisement | null | undefined)[]): Advertisement[] {
  const layers: Advertisement[] = [];
  for (const ad of wanted) if (ad && layers.length < MOST_LAYERS && !layers.some(({ id }) => id === ad.id)) layers.push(ad);
  return layers;
}

/** Whether `turn` has been loading for a while. */
function useSlow(turn: number | null): boolean {
  const [slowTurn, setSlowTurn] = useState<number | null>(null);
  useEffect(() => {
    if (turn === null) return;
    const timer = setTimeout(() => setSlowTurn(turn), SLOW_MS);
    return () => clearTimeout(timer);
  }, [turn]);
  return turn !== null && slowTurn === turn;
}
