import { useRef } from 'react';
import { PlainClock } from './board-clock.js';
import type { BoardState } from './board-state.js';
import { railWords } from './board-view.js';
import { boardLines, type Card } from './cards.js';
import { PriceFigure } from './price-figure.js';
import type { ServerClock } from './server-clock.js';
import { useMinute } from './use-now.js';
import { useStripPage } from './use-strip-page.js';

/** The widths of the words of the state: at least this, and for the long name of a rate list what two lines need of each letter. */
const LEAST_EM = 12;
const TWO_LINES_EM = 0.32;

interface Props {
  readonly state: BoardState;
  readonly cards: readonly Card[];
  /** Whether it fades out together with the ad below it. */
  readonly isLeaving: boolean;
  readonly clock: ServerClock;
}

/** The rates in one slim line while an ad fills the screen (rule 8.12), with how they stand. */
export function RateStrip({ state, cards, isLeaving, clock }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const { word } = railWords(state, useMinute(clock));
  const page = useStripPage(strip, boardLines(cards), word);
  const classes = ['strip', page.isNarrow && 'strip--narrow', isLeaving && 'is-leaving'];
  return (
    <aside className={classes.filter(Boolean).join(' ')} ref={strip}>
      {page.lines.map(({ key, look, name, unit, age, price, move }) => (
        <div
          key={key}
          className={`strip__item cell--${look}${age && ' cell--old'}${move ? (move.by > 0 ? ' flash-up' : ' flash-down') : ''}`}
        >
          <b>
            <span>{name}</span>
            {(unit || age) && <small>{`${unit} ${age}`.trim()}</small>}
          </b>
          <PriceFigure price={price} />
        </div>
      ))}
      <div className="strip__time">
        <PlainClock clock={clock} />
        <div className="strip__state" style={{ maxWidth: `${Math.max(LEAST_EM, word.length * TWO_LINES_EM)}em` }}>
          <i className="lamp" aria-hidden="true" />
          <span>{word}</span>
        </div>
      </div>
    </aside>
  );
}
