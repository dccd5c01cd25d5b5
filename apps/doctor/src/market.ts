import type { NatsConnection } from '@nats-io/transport-node';
import { marketQuote, marketStatus, type MarketStatus, type Quote, type StateKey } from '@sarafa/contracts';
import { quoteTime, rateState } from '@sarafa/domain';
import { decodeState } from '@sarafa/server';
import { type Finding, GRAVE, PATIENCE_MS, runbook } from './finding.js';

/** Undefined where nothing is published, or no bucket is there, which is said elsewhere. */
async function read<T>(nats: NatsConnection, stateKey: StateKey<T>): Promise<T | undefined> {
  const { bucket, value } = stateKey;
  const subject = `$JS.API.DIRECT.GET.KV_${bucket}.$KV.${bucket}.${stateKey.key('')}`;
  const message = await nats.request(subject, '', { timeout: PATIENCE_MS }).catch(() => undefined);
  if (!message || message.headers?.code) return undefined;
  return value.parse(decodeState(message.string()).value);
}

/** What boards judge the market by. */
export async function lookAtMarket(nats: NatsConnection): Promise<Finding[]> {
  const [status, quote] = await Promise.all([read(nats, marketStatus), read(nats, marketQuote)]);
  if (!status)
    return [
      {
        grave: GRAVE.boards,
        wrong: 'pricing has published no state of the market.',
        todo: `See that pricing runs; ${runbook('SarafaNobodyAsksTheMarket')}.`,
      },
    ];
  return [...askingFindings(status), ...quoteFindings(status, quote), ...sourceFindings(status)];
}

function askingFindings({ isRunning }: MarketStatus): Finding[] {
  if (isRunning) return [];
  const wrong = 'No replica of pricing asks the market.';
  return [{ grave: GRAVE.boards, wrong, todo: `Start pricing; ${runbook('SarafaNobodyAsksTheMarket')}.` }];
}

function quoteFindings(status: MarketStatus, quote: Quote | undefined): Finding[] {
  const grave = GRAVE.boards;
  const todo = `Look at what the source says, on the portal's Market page or below; ${runbook('SarafaQuoteOld')}.`;
  if (!quote) return [{ grave, wrong: 'There is no quote yet, so boards have no rates.', todo }];
  const state = rateState(quote, status, Date.now());
  if (state === 'stale')
    return [{ grave, wrong: `The last quote is of ${quoteTime(quote)}, so boards say that their rates are old.`, todo }];
  if (state !== 'sample') return [];
  const wrong = "Boards show sample data, because no market's source has ever answered.";
  return [{ grave, wrong, todo: 'Name a source in MARKET_SOURCES that this machine reaches, with its key.' }];
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    // Metals.dev and MetalpriceAPI have codes of their own, which stand behind the HTTP status where that tells of a fault.
    /answered (?:failure )?(?:HTTP 40[13]\b|(?:HTTP \d+, )?(?:1101|102):)/,
    "The source refuses its key: correct the source's key in pricing's environment (`METALS_DEV_KEY` and the like)",
  ],
  [
    /answered (?:failure HTTP )?429\b|asked for a rest/,
    'The source is asked too often: choose a longer interval on the portal, or a larger plan at the source',
  ],
  [/refused,/, 'Look at the refused quotes on the portal, and release what is right'],
];

function sourceFindings({ lastError }: MarketStatus): Finding[] {
  if (lastError === null) return [];
  const advice = ADVICE.find(([pattern]) => pattern.test(lastError))?.[1] ?? 'See whether pricing reaches the source';
  return [
    { grave: GRAVE.work, wrong: `The market's source: ${lastError}.`, todo: `${advice}; ${runbook('SarafaSourceFailing')}.` },
  ];
}
