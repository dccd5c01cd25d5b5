import type { OwnAdvertisement } from '@sarafa/contracts';
import { Fragment } from 'react';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { minutesText, secondsOf } from '../duration.js';

const { times: words } = dashboardTexts;

interface Props {
  readonly ads: readonly OwnAdvertisement[];
  readonly priceSeconds: number;
  readonly adSeconds: number;
}

/**
 * A bar that shows one turn of the board to scale: rates, an ad, rates, the next ad. A video of unknown length is left out with the
 * rates before it, because it can't be drawn to scale.
 */
export function TurnBar({ ads, priceSeconds, adSeconds }: Props) {
  const lengths = ads.flatMap((ad) => secondsOf(ad, adSeconds) ?? []);
  if (lengths.length === 0) return null;
  const shown = lengths.reduce((sum, seconds) => sum + seconds, 0);
  const rates = priceSeconds * lengths.length;
  const parts = lengths
    .map((seconds) => `${say(words.turnRates, { seconds: priceSeconds })}, ${say(words.turnAd, { seconds })}`)
    .join(', ');
  return (
    <div className="turn-box">
      <svg
        className="turn"
        viewBox={`0 0 ${rates + shown} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={say(words.turnLabel, { parts })}
      >
        {lengths.map((seconds, index) => {
          const from = lengths.slice(0, index).reduce((sum, length) => sum + length + priceSeconds, 0);
          return (
            <Fragment key={index}>
              <rect className="turn__p" x={from} width={priceSeconds} height="1" />
              <rect className="turn__a" x={from + priceSeconds} width={seconds} height="1" />
            </Fragment>
          );
        })}
      </svg>
      <p className="turn__key num">
        <span>{say(words.rates, { time: minutesText(rates) })}</span>
        <span className="turn__ads">{say(words.ads, { time: minutesText(shown) })}</span>
        <span>{say(words.turn, { time: minutesText(rates + shown) })}</span>
      </p>
    </div>
  );
}
