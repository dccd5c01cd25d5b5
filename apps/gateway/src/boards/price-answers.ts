import {
  DETAILED_SOURCE,
  dutiesOf,
  heldQuote,
  importDuty,
  type ImportDuty,
  limits,
  LIVE,
  type Quote,
  type RateRows,
  type RateState,
  RowsBasis,
  SAMPLE_SOURCE,
  type ShopProfile,
} from '@sarafa/contracts';
import {
  landedPrices,
  landedTexts,
  NO_MARGINS,
  quoteSource,
  quoteTime,
  type RateBook,
  rateBook,
  type RowBook,
  rowBook,
  type StatesWithoutRow,
} from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { Answer, asciiJson } from './answer.js';
import { MarketClock } from './market-clock.js';
import { ownRowsJson, type ShownRows, shownRowsOf, standardRowsJson } from './rows-json.js';

/** The rates of one quote and duty. */
interface PricedQuote {
  readonly quote: Quote;
  readonly duty: ImportDuty;
  readonly book: RateBook;
  readonly rowBook: RowBook;
  /** The answers of shops without rows of their own, by the state of the rate and by what tells shops apart. */
  readonly answers: Map<RateState, Map<string, Answer>>;
}

/** The last answer, with what it was made from. */
export interface PricesMade {
  made?: MadeOf & { readonly answer: Answer };
}

interface MadeOf {
  readonly priced: PricedQuote;
  readonly state: RateState;
  /** The rows of a shop; undefined for `/prices/detailed`, which has none. */
  readonly rows?: RateRows | null;
  /** Only of a list that has a row of such a metal. */
  readonly others?: StatesWithoutRow | undefined;
}

export interface PricedShop extends PricesMade {
  readonly profile: ShopProfile;
  /** The same for all shops whose prices are the same: their margins and their city. */
  readonly priceKey: string;
  /** The interval at which the shop's rates move, as an id of `heldQuote`. */
  readonly held: string;
}

/** The prices of every shop, made on first use after a change and then kept. */
@Injectable()
export class PriceAnswers {
  // By identity: a changed quote or duty is a new object, so its rates die with the old one.
  private readonly priced = new WeakMap<Quote, PricedQuote>();
  private readonly detailedPrices: PricesMade = {};
  private lastOrigin?: { priced: PricedQuote; state: RateState; city: string; text: string };

  constructor(
    private readonly state: StateCache,
    private readonly clock: MarketClock,
  ) {}

  /** From memory alone; undefined when a part isn't known yet. The result is kept in `shop`. `rows` are null for a shop without any. */
  ofShop(shop: PricedShop, rows: RateRows | null): Answer | undefined {
    const priced = this.price(this.state.peek(heldQuote, shop.held));
    const state = priced && this.stateOf(priced);
    if (!state) return undefined;
    const list = rows?.rows_mode === 'own' ? shownRowsOf(rows) : undefined;
    const others = list?.hasOthers ? this.clock.statesWithoutRow : undefined;
    const { made } = shop;
    const isMade = made?.priced === priced && made.state === state && made.rows === rows && made.others === others;
    if (isMade) return made.answer;
    const answer = list ? this.withOwnRows(list, priced, state, others, shop) : this.shared(priced, state, shop);
    shop.made = { priced, state, rows, others, answer };
    return answer;
  }

  /** Ten thousand shops share a few hundred answers, and so the bytes that are sent. */
  private shared(priced: PricedQuote, state: RateState, { profile, priceKey }: PricedShop): Answer {
    let answers = priced.answers.get(state);
    if (!answers) priced.answers.set(state, (answers = new Map()));
    let answer = answers.get(priceKey);
    if (!answer) {
      answer = this.withRows(standardRowsJson(priced.book.ratesFor(profile), state), priced, state, profile);
      answers.set(priceKey, answer);
    }
    return answer;
  }

  /** Not shared, because rows of their own tell all shops apart. */
  private withOwnRows(
    list: ShownRows,
    priced: PricedQuote,
    state: RateState,
    others: StatesWithoutRow | undefined,
    { profile }: PricedShop,
  ): Answer {
    const { quote, rowBook: prices } = priced;
    const rows = ownRowsJson(list, prices, profile, state, quote.sample ? undefined : others);
    return this.withRows(rows, priced, state, profile);
  }

  private withRows(rows: string, priced: PricedQuote, state: RateState, profile: ShopProfile): Answer {
    return new Answer(pricesText(priced.book.ratesJsonFor(profile), `${this.origin(priced, state, profile.city)},${rows}`));
  }

  /** With duty and without margins, from the last accepted quote. */
  detailed(): Answer | undefined {
    const priced = this.price(this.state.peek(heldQuote, LIVE));
    if (!priced) return undefined;
    const state = this.stateOf(priced);
    const { made } = this.detailedPrices;
    if (!state || (made?.priced === priced && made.state === state)) return made?.answer;
    const { book, quote } = priced;
    const source = quote.sample ? SAMPLE_SOURCE : DETAILED_SOURCE;
    const answer = new Answer(pricesText(book.ratesJsonFor(NO_MARGINS), originText(quote, state, limits.city, source)));
    this.detailedPrices.made = { priced, state, answer };
    return answer;
  }

  /** What the rows of `ofShop` are priced from, whatever rows the shop has. */
  basis({ profile, held }: PricedShop): RowsBasis | undefined {
    const priced = this.price(this.state.peek(heldQuote, held));
    if (!priced) return undefined;
    const { quote, duty } = priced;
    return {
      landed: landedTexts(landedPrices(quote, dutiesOf(duty))),
      margins: RowsBasis.shape.margins.parse(profile),
      lastUpdated: quoteTime(quote),
    };
  }

  private stateOf({ quote }: PricedQuote): RateState | undefined {
    return quote.sample ? 'sample' : this.clock.rateState;
  }

  /** The same for all shops of a city, so it is serialised once. */
  private origin(priced: PricedQuote, state: RateState, city: string): string {
    if (this.lastOrigin?.priced !== priced || this.lastOrigin.state !== state || this.lastOrigin.city !== city) {
      this.lastOrigin = { priced, state, city, text: originText(priced.quote, state, city) };
    }
    return this.lastOrigin.text;
  }

  private price(quote: Quote | null | undefined): PricedQuote | undefined {
    const duty: ImportDuty | null | undefined = this.state.peek(importDuty, '');
    if (!quote || !duty) return undefined;
    const kept = this.priced.get(quote);
    if (kept?.duty === duty) return kept;
    const duties = dutiesOf(duty);
    const priced: PricedQuote = {
      ...{ quote, duty, answers: new Map() },
      book: rateBook(quote, duties),
      rowBook: rowBook(landedPrices(quote, duties)),
    };
    this.priced.set(quote, priced);
    return priced;
  }
}

function pricesText(rates: string, origin: string): string {
  return `{${rates},${origin}}`;
}

/** The source of the rates, and their state. */
function originText(quote: Quote, state: RateState, city: string, source = quoteSource(quote)): string {
  const at = quoteTime(quote);
  return (
    `"lastUpdated":"${at}","updated_at":"${at}","source":${asciiJson(source)},"city":${asciiJson(city)},` +
    `"stale":${state === 'stale'},"state":"${state}"`
  );
}
