import { Metal, type PriceSnapshot } from '@sarafa/contracts';
import { type Messages, say } from '@sarafa/words';
import { useRef } from 'react';
import { useMessages } from '../../../shared/language/language.js';
import type { BoardState } from '../board-state.js';
import { BoardCard } from './board-card.js';
import lockup from '../../../shared/brand/lockup-on-dark.svg';
import { brandTexts } from '../../../shared/texts/board-texts.js';
import { railWords, type RailWords, type Stand } from '../board-view.js';
import { type Card, fitSignature, pagesOf } from './cards.js';
import type { ServerClock } from '../feed/server-clock.js';
import type { Device } from '../screen/use-device.js';
import { useFit } from '../layout/use-fit.js';
import { useNowByMinute } from '../use-now.js';
import { usePageInTurn } from './use-page-in-turn.js';
import { BoardClock } from './board-clock.js';
import { ShopLogo } from '../shop-logo.js';

interface Props {
  readonly state: BoardState;
  readonly stand: Stand;
  readonly cards: readonly Card[];
  readonly shopName: string;
  readonly isVertical: boolean;
  readonly device: Device;
  readonly clock: ServerClock;
  /** Whether the stage is laid out, but not to be seen yet. */
  readonly isCovered: boolean;
  /** Whether an ad is over it. */
  readonly isOver: boolean;
}

const COVERED = { visibility: 'hidden' } as const;

/** Header, rail, cards and footer. */
export function RatesStage({ state, stand, cards, shopName, isVertical, device, clock, isCovered, isOver }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const words = railWords(state, useNowByMinute(clock), useMessages());
  // A phone scrolls instead of turning pages.
  const pages = device === 'phone' ? [cards] : pagesOf(cards);
  const hasSecond = cards.some(({ other }) => other);
  // Each page in one language, and then each in the other.
  const turn = usePageInTurn(pages.length * (hasSecond ? 2 : 1), isOver);
  const at = turn % pages.length;
  const page = pages[at] ?? [];
  const isMarket = cards.some(({ look }) => look !== 'row');
  const signature = fitSignature(page, [shopName, stand, words.word, words.sub, words.note, isVertical]);
  useFit(stage, isVertical, device, signature);
  return (
    <div className="stage" style={isCovered ? COVERED : undefined} ref={stage}>
      <BoardHeader name={shopName} logoUrl={state.profile?.logo_url ?? ''} clock={clock} />
      <BoardRail words={words} />
      <main className={trayClasses(page)} data-turn={turn < pages.length ? 1 : 2}>
        {page.map((card) => (
          <BoardCard key={card.key} card={card} tag={tagOf(card, stand, words.tag)} />
        ))}
      </main>
      <BoardFooter
        prices={isMarket ? state.prices?.snapshot : undefined}
        page={{ at: at + 1, of: pages.length }}
        basis={words.note}
      />
    </div>
  );
}

function trayClasses(cards: readonly Card[]): string {
  return cards.some(({ change }) => change !== undefined) ? 'tray tray--day' : 'tray';
}

/** A row that the shop has typed isn't old when the market is late, and is no sample (rule 8.7). */
function tagOf(card: Card, stand: Stand, tag: string): string {
  return card.look === 'row' && stand !== 'offline' ? '' : tag;
}

function BoardHeader({ name, logoUrl, clock }: { name: string; logoUrl: string; clock: ServerClock }) {
  return (
    <header className="head">
      <ShopLogo name={name} url={logoUrl} />
      <h1 className="head__name">{name}</h1>
      <BoardClock clock={clock} />
    </header>
  );
}

/** The line that always says how the rates stand. */
function BoardRail({ words }: { words: RailWords }) {
  return (
    <div className="rail" role="status">
      <div className="rail__state">
        <i className="lamp" aria-hidden="true" />
        <span className="rail__words">
          <span className="rail__word">{words.word}</span>
          {words.sub && <span className="rail__sub"> {words.sub}</span>}
        </span>
      </div>
      <div className="rail__note">
        <span className="rail__note-long">{words.note}</span>
        <span className="rail__note-short">{words.shortNote}</span>
      </div>
    </div>
  );
}

interface PageNumber {
  readonly at: number;
  readonly of: number;
}

interface FooterProps {
  /** The prices that have a duty in them; undefined where the board shows none. */
  readonly prices: PriceSnapshot | undefined;
  readonly page: PageNumber;
  /** What the numbers are; shown here when the rail has no room for it. */
  readonly basis: string;
}

function BoardFooter({ prices, page, basis }: FooterProps) {
  const messages = useMessages();
  return (
    <footer className="foot">
      <div className="foot__facts">
        {prices && <span>{dutyText(prices, messages)}</span>}
        {page.of > 1 && <span>{say(messages.page, { page: page.at, pages: page.of }, messages)}</span>}
        {basis && <span className="foot__basis">{basis}</span>}
      </div>
      <div className="foot__by">
        <span>{messages.credits}</span>
        <img src={lockup} alt={brandTexts.product} />
      </div>
    </footer>
  );
}

/** The percentages of the metals on the board, where the prices come with theirs: those of a list don't. */
function dutyText({ duty, rows }: PriceSnapshot, messages: Messages): string {
  const { importDuty, importDutyOf, dutyOf } = messages;
  const percents = Metal.options.flatMap((metal) => {
    const percent = duty?.[`${metal}ImportDuty`];
    return percent !== undefined && rows?.some((row) => row.metal === metal) ? say(dutyOf[metal], { percent }, messages) : [];
  });
  return percents.length > 0 ? say(importDutyOf, { percents: percents.join(', ') }) : importDuty;
}
