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

/** Where the answer that was made last is kept, with what it was made from. */
export interface PricesMade {
  made?: { readonly book: RateBook; readonly state: RateState; readonly answer: Answer };
}

export interface PricedShop extends PricesMade {
  readonly profile: ShopProfile;
  /** The interval at which its rates move, as the id of `heldQuote`. */
  readonly held: string;
}

/** Every shop's prices, made when first asked for after a change and then kept. */
@Injectable()
export class PriceAnswers {
  // By identity: a changed quote or duty is a new object, so its book dies with the old one.
  private readonly books = new WeakMap<Quote, RateBook>();
  private readonly detailedPrices: PricesMade = {};
  private lastOrigin?: { book: RateBook; state: RateState; city: string; text: string };

  constructor(
    private readonly state: StateCache,
    private readonly clock: MarketClock,
  ) {}

  /** From memory alone; undefined when a part isn't known yet. What is made is kept in `shop`. */
  ofShop(shop: PricedShop): Answer | undefined {
    const book = this.book(this.state.peek(heldQuote, shop.held));
    const state = book && this.stateOf(book);
    if (!state) return undefined;
    if (shop.made?.book === book && shop.made.state === state) return shop.made.answer;
    const { profile } = shop;
    const answer = new Answer(pricesText(book.ratesJsonFor(profile), this.origin(book, state, profile.city)));
    shop.made = { book, state, answer };
    return answer;
  }

  /** With duty alone, and the last accepted quote. */
  detailed(): Answer | undefined {
    const book = this.book(this.state.peek(heldQuote, LIVE));
    if (!book) return undefined;
    const state = this.stateOf(book);
    const { made } = this.detailedPrices;
    if (!state || (made?.book === book && made.state === state)) return made?.answer;
    const source = book.quote.sample ? SAMPLE_SOURCE : DETAILED_SOURCE;
    const answer = new Answer(pricesText(book.ratesJsonFor(NO_MARGINS), originText(book, state, limits.city, source)));
    this.detailedPrices.made = { book, state, answer };
    return answer;
  }

  private stateOf({ quote }: RateBook): RateState | undefined {
    return quote.sample ? 'sample' : this.clock.rateState;
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
