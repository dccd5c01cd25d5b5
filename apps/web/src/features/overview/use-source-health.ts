import { limits, type PriceStatus } from '@sarafa/contracts';
import { usePriceStatusQuery } from '../../shared/api/market.api.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import type { Tone } from '../../shared/ui/state-word.js';

interface Health {
  readonly tone: Tone;
  readonly word: string;
}

const { states } = portalTexts.overview;
const TONES = { live: 'ok', delayed: 'warn', stale: 'err', closed: 'off', sample: 'warn' } as const;

/** The state of the market source. A status that couldn't be read is never shown as a good one. */
export function sourceHealth(status: PriceStatus | undefined, isLost: boolean): Health {
  if (!status || isLost) return { tone: 'err', word: states.unknown };
  if (!status.isRunning) return { tone: 'err', word: states.stopped };
  if (status.state === null) return { tone: 'warn', word: states.none };
  return { tone: TONES[status.state], word: states[status.state] };
}

/** Polled every 30 seconds (rule 10.12), however many components use it. */
export function useSourceHealth(): { readonly status: PriceStatus | undefined; readonly health: Health | undefined } {
  const { data, isError } = usePriceStatusQuery(undefined, { pollingInterval: limits.statusPollMs });
  return { status: data, health: data || isError ? sourceHealth(data, isError) : undefined };
}
