import {
  DETAILED_SOURCE,
  heldQuote,
  importDuty,
  type ImportDuty,
  limits,
  LIVE,
  type Quote,
  type RateState,
  SAMPLE_SOURCE,
  type ShopProfile,
} from '@sarafa/contracts';
import { NO_MARGINS, quoteSource, quoteTime, type RateBook, rateBook } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { Answer, asciiJson } from './answer.js';
import { MarketClock } from './market-clock.js';

/** An answer made of one profile, with what else it was made from. */
interface Made {
  readonly book: RateBook;
  readonly state: RateState;
  readonly answer: Answer;
}

/** Every shop's prices, made when first asked for after a change and then kept. */
@Injectable()
export class PriceAnswers {
  // By identity: a changed profile, quote or duty is a new object, so its answers die with the old one.
  private readonly books = new WeakMap<Quote, RateBook>();
  private readonly made = new WeakMap<object, Made>();
  private readonly detailedKey = {};
  private lastOrigin?: { book: RateBook; state: RateState; city: string; text: string };

  constructor(
    private readonly state: StateCache,
    private readonly clock: MarketClock,
  ) {}

  /** From memory alone; undefined when a part isn't known yet. `minutes` is the interval at which the shop's rates move. */
  ofShop(profile: ShopProfile, minutes: number): Answer | undefined {
    const book = this.book(this.state.peek(heldQuote, String(minutes)));
    return (
      book &&
      this.answer(profile, book, (state) => pricesText(book.ratesJsonFor(profile), this.origin(book, state, profile.city)))
    );
  }

  /** With duty alone, and the last accepted quote. */
  detailed(): Answer | undefined {
    const book = this.book(this.state.peek(heldQuote, LIVE));
    if (!book) return undefined;
    const source = book.quote.sample ? SAMPLE_SOURCE : DETAILED_SOURCE;
    return this.answer(this.detailedKey, book, (state) =>
      pricesText(book.ratesJsonFor(NO_MARGINS), originText(book, state, limits.city, source)),
    );
  }

  private answer(key: object, book: RateBook, text: (state: RateState) => string): Answer | undefined {
    const state = book.quote.sample ? 'sample' : this.clock.rateState;
    if (!state) return undefined;
    const made = this.made.get(key);
    if (made?.book === book && made.state === state) return made.answer;
    const answer = new Answer(text(state));
    this.made.set(key, { book, state, answer });
    return answer;
  }

  /** The same for all shops of a city, so it is written once. */
  private origin(book: RateBook, state: RateState, city: string): string {
    if (this.lastOrigin?.book !== book || this.lastOrigin.state !== state || this.lastOrigin.city !== city) {
      this.lastOrigin = { book, state, city, text: originText(book, state, city) };
    }
    return this.lastOrigin.text;
  }

  private book(quote: Quote | null | undefined): RateBook | undefined {
    const duty: ImportDuty | null | undefined = this.state.peek(importDuty, '');
    if (!quote || !duty) return undefined;
    const kept = this.books.get(quote);
    if (kept?.duty === duty) return kept;
    const book = rateBook(quote, duty);
    this.books.set(quote, book);
    return book;
  }
}

function pricesText(rates: string, origin: string): string {
  return `{${rates},${origin}}`;
}

/** Where rates come from and how they stand. */
function originText({ quote }: RateBook, state: RateState, city: string, source = quoteSource(quote)): string {
  const at = quoteTime(quote);
  return (
    `"lastUpdated":"${at}","updated_at":"${at}","source":${asciiJson(source)},"city":${asciiJson(city)},` +
    `"stale":${state === 'stale'},"state":"${state}"`
  );
}
