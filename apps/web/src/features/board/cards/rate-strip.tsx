import { type CSSProperties, useRef } from 'react';
import { useMessages } from '../../../shared/language/language.js';
import { PlainClock } from './board-clock.js';
import type { BoardState } from '../board-state.js';
import { railWords } from '../board-view.js';
import { boardLines, type Card, type Line } from './cards.js';
import { PriceFigure } from './board-card.js';
import type { ServerClock } from '../feed/server-clock.js';
import { useNowByMinute } from '../use-now.js';
import { type StripTurn, useStripPage } from './use-strip-page.js';

/** Words of a state with more letters, as with the name of a rate list, get a width that depends on their length. */
const USUAL_LENGTH = 36;

interface Props {
  readonly state: BoardState;
  readonly cards: readonly Card[];
  /** Whether it fades out together with the ad below it. */
  readonly isLeaving: boolean;
  readonly clock: ServerClock;
  readonly turn: StripTurn;
}

/** The rates in one slim line while an ad fills the screen (rule 8.12), with how they stand. */
export function RateStrip({ state, cards, isLeaving, clock, turn }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const { word } = railWords(state, useNowByMinute(clock), useMessages());
  const page = useStripPage(strip, boardLines(cards), word, turn);
  const classes = ['strip', page.isNarrow && 'strip--narrow', isLeaving && 'is-leaving'];
  return (
    <aside className={classes.filter(Boolean).join(' ')} ref={strip} data-turn={page.turn}>
      {page.lines.map(({ key, look, name, age, price, flash, other, ...line }) => (
        <div
          key={key}
          className={`strip__item cell--${look}${age && ' cell--old'}${flash ? (flash.by > 0 ? ' flash-up' : ' flash-down') : ''}`}
        >
          {other && (other.name !== name || other.unit !== line.unit) ? (
            <div className="turns">
              <Label line={{ name, age, ...line }} />
              <Label line={other} lang={other.lang} />
            </div>
          ) : (
            <Label line={{ name, age, ...line }} />
          )}
          <PriceFigure price={price} />
        </div>
      ))}
      <div className="strip__time">
        <PlainClock clock={clock} />
        <div className={word.length > USUAL_LENGTH ? 'strip__state strip__state--long' : 'strip__state'} style={letters(word)}>
          <i className="lamp" aria-hidden="true" />
          <span>{word}</span>
        </div>
      </div>
    </aside>
  );
}

function Label({ line: { name, unit, age }, lang }: { line: Pick<Line, 'name' | 'unit' | 'age'>; lang?: string }) {
  return (
    <b lang={lang} style={letters(name)}>
      <span>{name}</span>
      {(unit || age) && <small>{`${unit} ${age}`.trim()}</small>}
    </b>
  );
}

/** Text gets a width that depends on its length. */
function letters({ length }: string) {
  return { '--letters': length } as CSSProperties;
}
