import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  boardHold,
  boardRateRows,
  type TickQuote,
  tickQuote,
  type Hold,
  importDuty,
  type LandedDay,
  EVERY_QUOTE,
  marketStatus,
  newShop,
  type PricedRow,
  type Quote,
  type RateRows,
  RowsBasis,
  type ShopProfile,
  shopRateList,
  type StateKey,
  standardRows,
} from '@sarafa/contracts';
import { kolkataDayNumber, kolkataMidnight, landedFromTexts, rowBook, rowFormula } from '@sarafa/domain';
import type { StateCache } from '@sarafa/server';
import type { Answer } from './answer.js';
import { MarketClock } from './market-clock.js';
import { PriceAnswers, type PricedShop } from './price-answers.js';

const MINUTE = 60_000;
/** An interval whose tick doesn't come here. */
const HOLDING = 60 as const;
const STATUS = { updateIntervalMs: 5 * MINUTE, staleAfterMs: 15 * MINUTE, hours: 'always' };
const DUTY = { goldImportDuty: 5, silverImportDuty: 6, platinumImportDuty: 5, lastUpdated: '1970-01-01T00:00:00.000Z' };
const PROFILE = { id: 'a'.repeat(24), username: 'shop', ...newShop, subscription_end_date: '2027-01-01T00:00:00.000Z' };
const END = Date.parse(PROFILE.subscription_end_date);
const [row] = standardRows as [(typeof standardRows)[0]];
const platinum = { ...row, id: 'platinum', metal: 'platinum' as const };
const listOf = (...rows: RateRows['rows']): RateRows => ({ rev: 1, rows_mode: 'own', rows });

const said = (price: string, ageMs = 0) => ({
  price,
  at: new Date(Date.now() - ageMs).toISOString(),
  source: 'spec',
  dutyIncluded: false,
});
/** Ages in minutes. */
const quoteOf = (platinumAge?: number, sample = false): Quote => ({
  seq: 1,
  gold: said('435448.6752'),
  silver: said('2799.312912'),
  ...(platinumAge === undefined ? {} : { platinum: said('186620.8608', platinumAge * MINUTE) }),
  sample,
});

/** A hold that begins now, and ends in an hour. */
const holdNow = (end = Date.now() + 60 * MINUTE) => {
  const at = (time: number) => new Date(time).toISOString();
  return { since: at(Date.now()), until: at(end), quote: quoteOf(0), duty: DUTY, rate_list: null };
};

/** A day's landed prices around `open`. */
function daysOf(open: number): Omit<LandedDay, 'dayNumber'> {
  const text = (gold: number) => ({ gold: { rupees: String(gold), per: '1' }, silver: { rupees: '100', per: '1' } });
  return { open: text(open), high: text(open + 1_000), low: text(open - 1_000), previousClose: text(open - 2_000) };
}

describe('the prices of a shop', () => {
  const clocks: MarketClock[] = [];
  afterEach(() => {
    for (const clock of clocks.splice(0)) clock.onApplicationShutdown();
  });

  function market(quote: TickQuote, duty: object = DUTY) {
    const values = new Map<string, unknown>();
    const put = (stateKey: StateKey, id: string, value: unknown) => void values.set(stateKey.key(id), value);
    const heard: ((stateKey: StateKey, id: string) => void)[] = [];
    const tell = (next: Quote) => {
      put(tickQuote, EVERY_QUOTE, next);
      for (const hear of heard) hear(tickQuote, EVERY_QUOTE);
    };
    const state = {
      peek: (stateKey: StateKey, id: string) => values.get(stateKey.key(id)),
      onChange: (hear: (stateKey: StateKey, id: string) => void) => void heard.push(hear),
      nullOnlyIf: () => undefined,
    } as unknown as StateCache;
    put(marketStatus, '', STATUS);
    put(importDuty, '', duty);
    put(tickQuote, String(HOLDING), quote);
    const clock = new MarketClock(state);
    clocks.push(clock);
    tell(quote);
    return { tell, put, answers: Object.assign(new PriceAnswers(state, clock), { put }) };
  }
  type Asked = ReturnType<typeof market>['answers'];
  const shopWith = (over: Partial<ShopProfile> = {}): PricedShop => ({
    profile: { ...PROFILE, ...over },
    minutes: 1,
    until: END,
  });
  const pricesOf = (answers: Asked, shop: PricedShop, rows: RateRows | null, hold: Hold | null = null) => {
    answers.put(boardRateRows, PROFILE.id, rows);
    answers.put(boardHold, PROFILE.id, hold);
    return answers.of(answers.pricing(shop)!);
  };
  const rowsOf = (text: string) => (JSON.parse(text) as { rows: PricedRow[] }).rows.map(({ price, state }) => [price, state]);

  it('are the same object until something of them changes', () => {
    const { answers, tell } = market(quoteOf(0));
    const shop = shopWith();
    const [list, same, other] = [listOf(row), listOf({ ...row }), listOf({ ...row, percent: 1 })];
    const first = pricesOf(answers, shop, null);
    expect(pricesOf(answers, shop, null)).toBe(first);
    const own = pricesOf(answers, shop, list);
    expect(own).not.toBe(first);
    expect(pricesOf(answers, shop, list)).toBe(own);
    expect(pricesOf(answers, shop, same)).toBe(own);
    expect(pricesOf(answers, shop, other)).not.toBe(own);
    const before = pricesOf(answers, shop, list);
    tell(quoteOf(0));
    expect(pricesOf(answers, shop, list)).not.toBe(before);
  });

  it('are made of the same until a hold or the subscription ends', () => {
    const { answers } = market(quoteOf(0));
    const until = (hold: Hold | null) => {
      pricesOf(answers, shopWith(), null, hold);
      return answers.pricing(shopWith())!.until;
    };
    expect([null, holdNow(END - 1), holdNow(END + 1)].map(until)).toEqual([END, END - 1, END]);
  });

  it('are shared by shops that differ in nothing of what is shown', () => {
    const { answers } = market(quoteOf(0));
    const standard = pricesOf(answers, shopWith(), null);
    expect(pricesOf(answers, shopWith(), null)).toBe(standard);
    expect(pricesOf(answers, shopWith({ sell_margin: 1 }), null)).not.toBe(standard);
    const own = pricesOf(answers, shopWith(), listOf(row));
    expect(own).not.toBe(standard);
    expect(pricesOf(answers, shopWith(), listOf({ ...row }, { ...row, id: 'hidden', shown: false }))).toBe(own);
    expect(pricesOf(answers, shopWith({ sell_margin: 1 }), listOf(row))).not.toBe(own);
    for (const over of [
      { title: 'two' },
      { percent: 1 },
      { rounding: 'up' as const },
      { id: 'two' },
      { side: 'buy' as const },
    ]) {
      expect(pricesOf(answers, shopWith(), listOf({ ...row, ...over }))).not.toBe(own);
    }
  });

  it('are ASCII, whatever a row is called', () => {
    const { answers } = market(quoteOf(0));
    const { text } = pricesOf(answers, shopWith({ city: 'मुंबई' }), listOf({ ...row, title: 'सोना "22K" \u2028</script>' }))!;
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect((JSON.parse(text) as { rows: PricedRow[] }).rows[0]!.title).toBe('सोना "22K" \u2028</script>');
  });

  it.each([
    [0, 'live'],
    [8, 'delayed'],
    [16, 'stale'],
  ])('have platinum as it stands itself: %d minutes old, it is %s', (age, state) => {
    const { answers } = market(quoteOf(age));
    // 6,000 rupees a gram, with a duty of 5 % and for 10 g.
    expect(rowsOf(pricesOf(answers, shopWith(), listOf(platinum, row))!.text)).toEqual([
      [63_000, state],
      [147_000, 'live'],
    ]);
  });

  it('follow platinum on boards that hold their quote, and are the same object where no row is of it', () => {
    const { answers, tell } = market(quoteOf(0));
    const holding = (): PricedShop => ({ ...shopWith(), minutes: HOLDING });
    const [withPlatinum, without] = [holding(), holding()];
    const [list, plain] = [listOf(row, platinum), listOf(row)];
    const [one, two] = [pricesOf(answers, withPlatinum, list)!, pricesOf(answers, without, plain)];
    expect(rowsOf(one.text)[1]).toEqual([63_000, 'live']);
    tell(quoteOf(16));
    expect(rowsOf(pricesOf(answers, withPlatinum, list)!.text)[1]).toEqual([63_000, 'stale']);
    expect(pricesOf(answers, without, plain)).toBe(two);
  });

  it('have old platinum as old until the next tick, though a new price has come since they were taken', () => {
    const { answers, tell } = market({ ...quoteOf(16), stale_metals: ['platinum'] });
    const [live, holding] = [shopWith(), { ...shopWith({ sell_margin: 1 }), minutes: HOLDING }];
    tell(quoteOf(0));
    const states = (shop: PricedShop) => rowsOf(pricesOf(answers, shop, listOf(platinum, row))!.text).map(([, state]) => state);
    expect([states(live), states(holding)]).toEqual([
      ['live', 'live'],
      ['stale', 'live'],
    ]);
    expect([answers.staleMetals(live), answers.staleMetals(holding)]).toEqual([[], ['platinum']]);
    const first = pricesOf(answers, holding, listOf(platinum));
    expect(rowsOf(first!.text)).toEqual([[63_630, 'stale']]);
    tell(quoteOf(0));
    expect(pricesOf(answers, holding, listOf(platinum))).toBe(first);
  });

  it('do not look chosen where they were old when the shop began to hold its rates', () => {
    const { answers, tell } = market(quoteOf(14));
    const [shop, list] = [shopWith(), listOf(row, platinum)];
    expect(answers.staleMetals(shop)).toEqual([]);
    tell(quoteOf(16));
    expect(answers.staleMetals(shop)).toEqual(['platinum']);
    const states = (stale_metals?: string[]) => {
      const hold = { ...holdNow(), quote: quoteOf(16), stale_metals };
      const asked = () => pricesOf(answers, shop, list, hold)!;
      const first = asked();
      tell(quoteOf(0));
      expect(asked()).toBe(first);
      return rowsOf(first.text).map(([, state]) => state);
    };
    expect(states(['platinum'])).toEqual(['held', 'stale']);
    expect(states([])).toEqual(['held', 'held']);
    // Of an earlier release.
    expect(states()).toEqual(['held', 'held']);
  });

  it('grow old at their time where they are of a list that the shop keeps itself, though nobody tells of what was loaded', () => {
    jest.useFakeTimers();
    try {
      const { answers, put } = market(quoteOf(0));
      const { id } = PROFILE;
      const prices = [{ metal: 'gold' as const, fineness: 1_000, sell: 15_000 }];
      const set_at = new Date(Date.now() - 3_600_000 + 1_000).toISOString();
      put(shopRateList, id, { id, _id: id, name: 'Own', prices, set_at, valid_hours: 1, day: null });
      const shop = shopWith({ rate_list_id: id });
      const shown = () => rowsOf(pricesOf(answers, shop, listOf(row))!.text);
      expect(shown()).toEqual([[150_000, 'listed']]);
      jest.advanceTimersByTime(1_000);
      expect(shown()).toEqual([[150_000, 'stale']]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('have no price of a metal without a quote or a duty, and say so', () => {
    const { platinumImportDuty: _, ...withoutPlatinum } = DUTY;
    for (const { answers } of [market(quoteOf()), market(quoteOf(0), withoutPlatinum)]) {
      expect(rowsOf(pricesOf(answers, shopWith(), listOf(platinum, row))!.text)).toEqual([
        [null, 'unavailable'],
        [147_000, 'live'],
      ]);
    }
  });

  it('are samples all of them where the quote is one', () => {
    const { answers, tell } = market(quoteOf(0, true));
    // The first market quote has come, and this board goes on holding the sample.
    tell(quoteOf(0));
    for (const list of [null, listOf(platinum, row)]) {
      const states = rowsOf(pricesOf(answers, { ...shopWith(), minutes: HOLDING }, list)!.text).map(([, state]) => state);
      expect(new Set(states)).toEqual(new Set(['sample']));
    }
  });

  it('have the standard rows at the rates of the same answer', () => {
    const { answers } = market(quoteOf(0));
    const shop = shopWith({ gold_margin: 2, sell_margin: 1.5, silver_margin: 3 });
    for (const list of [null, { ...listOf(platinum), rows_mode: 'standard' as const }]) {
      const told = JSON.parse(pricesOf(answers, shop, list)!.text) as Record<string, { sell: number }> & { rows: PricedRow[] };
      expect(told.rows.map(({ id, price }) => [id, price])).toEqual(standardRows.map(({ id }) => [id, told[id]!.sell]));
    }
  });

  describe('beside a duty that has changed', () => {
    const HOUR = 60 * MINUTE;
    /** Which rows are marked: gold's and silver's of the standard ones, and one of the shop's own. */
    const marked = (quote: Quote, over: object) => {
      const { answers } = market(quote, { ...DUTY, ...over });
      const rowsOf = (rows: RateRows | null) =>
        (JSON.parse(pricesOf(answers, shopWith(), rows)!.text) as { rows: PricedRow[] }).rows;
      const own = listOf({ ...row, unit_grams: 1 });
      const [gold, silver] = [rowsOf(null)[0]!, rowsOf(null)[3]!];
      return [gold, silver, rowsOf(own)[0]!].map(({ duty_changed }) => duty_changed);
    };
    const at = (ageMs: number) => ({ lastUpdated: new Date(Date.now() - ageMs).toISOString(), changed: ['gold'] });

    it('are marked for a day, where their metal has that duty', () => {
      expect(marked(quoteOf(), at(HOUR))).toEqual([true, undefined, true]);
      expect(marked(quoteOf(), at(25 * HOUR))).toEqual([undefined, undefined, undefined]);
    });

    it('come with the duty that is in them, and no day of another one, which a hold keeps', () => {
      const day = { dayNumber: kolkataDayNumber(Date.now()), ...daysOf(14_000) };
      const { answers, put } = market({ ...quoteOf(0), day });
      const hold: Hold = holdNow();
      const shop = shopWith();
      const said = (held: Hold | null) => {
        const { text } = pricesOf(answers, shop, null, held)!;
        const { duty, rows } = JSON.parse(text) as { duty: unknown; rows: PricedRow[] };
        return [duty, rows[0]!.day !== null];
      };
      expect(said({ ...hold })).toEqual([DUTY, true]);
      // As where NATS has lost its data: the duty of the hold isn't known to be another one.
      put(importDuty, '', undefined);
      expect(said({ ...hold })).toEqual([DUTY, true]);
      const changed = { ...DUTY, goldImportDuty: 15, lastUpdated: hold.since };
      put(importDuty, '', { ...changed, changed: ['gold'] });
      expect(said({ ...hold })).toEqual([DUTY, false]);
      expect(said(null)).toEqual([changed, true]);
    });

    it('are not marked where the price of the source contains its duty, nor by pricing of the release before', () => {
      const included = { ...quoteOf(), gold: { ...said('435448.6752'), dutyIncluded: true } };
      expect(marked(included, at(HOUR))).toEqual([undefined, undefined, undefined]);
      const { changed: _, ...before } = at(HOUR);
      expect(marked(quoteOf(), before)).toEqual([undefined, undefined, undefined]);
    });
  });

  describe('of the day', () => {
    const DAY_MS = 86_400_000;
    const dayOf = (dayNumber: number): LandedDay => ({ dayNumber, ...daysOf(14_000) });
    const today = kolkataDayNumber(Date.now());
    const dayIn = (answer: Answer | undefined) => (JSON.parse(answer!.text) as { rows: PricedRow[] }).rows[0]!.day;

    it('are those of each row, with the shop’s margins and its own adjustments', () => {
      const { answers } = market({ ...quoteOf(0), day: dayOf(today) });
      expect(dayIn(pricesOf(answers, shopWith(), null))).toEqual({
        ...{ open: 140_000, high: 150_000, low: 130_000, previousClose: 120_000 },
      });
      const bought = { ...row, side: 'buy' as const, unit_grams: 1, rupees_per_gram: 7 };
      // 96 % of the sell price with a margin of 2 %, and seven rupees: 13,708.80 + 7 and so on.
      expect(dayIn(pricesOf(answers, shopWith({ sell_margin: 2 }), listOf(bought)))).toEqual({
        ...{ open: 13_716, high: 14_695, low: 12_737, previousClose: 11_757 },
      });
    });

    it('include what is shown now, as a duty begins without a quote, and not what is held', () => {
      const { answers } = market({ ...quoteOf(0), day: { dayNumber: today, ...daysOf(1_000) } });
      const hold: Hold = holdNow();
      const rowOf = (held: Hold | null) =>
        (JSON.parse(pricesOf(answers, shopWith(), null, held)!.text) as { rows: PricedRow[] }).rows[0]!;
      expect(rowOf(null).day).toMatchObject({ open: 10_000, high: rowOf(null).price });
      expect(rowOf(hold).day!.high).toBeLessThan(rowOf(hold).price!);
    });

    it('are none of another day, and of a metal that the day lacks', () => {
      for (const dayNumber of [today - 1, today + 1]) {
        const { answers } = market({ ...quoteOf(0), day: dayOf(dayNumber) });
        expect(dayIn(pricesOf(answers, shopWith(), null))).toBeNull();
      }
      const { answers } = market({ ...quoteOf(0), day: dayOf(today) });
      expect(dayIn(pricesOf(answers, shopWith(), listOf(platinum)))).toBeNull();
      expect(dayIn(pricesOf(market(quoteOf(0)).answers, shopWith(), null))).toBeNull();
    });

    it('are none of rates that are held while the shop’s others are of another list, or of the market', () => {
      const { answers, put } = market({ ...quoteOf(0), day: dayOf(today) });
      const ofMarket: Hold = holdNow();
      const { since, until } = ofMarket;
      const { id } = PROFILE;
      const prices = [{ metal: 'gold' as const, fineness: 1_000, sell: 15_000 }];
      const own = { id, _id: id, name: 'Own', prices, set_at: since, valid_hours: 24, reminder_time: null, day: dayOf(today) };
      put(shopRateList, id, own);
      const ofList: Hold = { since, until, purity_list: own };
      const hasDay = (rate_list_id: string | null, hold: Hold) =>
        dayIn(pricesOf(answers, shopWith({ rate_list_id }), null, hold)) !== null;
      expect([hasDay(null, ofMarket), hasDay(id, ofMarket)]).toEqual([true, false]);
      expect([hasDay(null, ofList), hasDay(id, ofList)]).toEqual([false, true]);
    });

    it('end with it, though nothing else changes', () => {
      jest.useFakeTimers({ now: kolkataMidnight(Date.now()) + DAY_MS - 1_000 });
      try {
        const { answers } = market({ ...quoteOf(0), day: dayOf(kolkataDayNumber(Date.now())) });
        const shop = shopWith();
        const before = pricesOf(answers, shop, null);
        expect(dayIn(before)).not.toBeNull();
        expect(pricesOf(answers, shop, null)).toBe(before);
        jest.advanceTimersByTime(1_000);
        expect(dayIn(pricesOf(answers, shop, null))).toBeNull();
      } finally {
        jest.useRealTimers();
      }
    });
  });

  it('can be computed from what an editor is told, also on boards that hold their quote', () => {
    const { answers, tell } = market({ ...quoteOf(0), gold: said('467500.12345678901234') });
    const margins = { gold_margin: 2.5, sell_margin: 0.3, buy_margin: 4 };
    const holding = { ...shopWith(margins), minutes: HOLDING };
    tell(quoteOf());
    const rows = [
      { ...row, id: 'paise', fineness: 916, unit_grams: 11.6638, percent: 0.25, round_to: 0.01 },
      { ...row, id: 'bought', side: 'buy' as const, rupees_per_gram: -12.55, round_to: 0.01 },
      { ...platinum, round_to: 0.1 },
    ];
    for (const shop of [holding, shopWith(margins)]) {
      const told = RowsBasis.parse(JSON.parse(JSON.stringify(answers.basis(shop))));
      const book = rowBook(landedFromTexts(told.landed));
      const shown = JSON.parse(pricesOf(answers, shop, listOf(...rows))!.text) as { rows: PricedRow[]; lastUpdated: string };
      expect(rows.map((one) => book.priceOf(rowFormula(one), told.margins))).toEqual(shown.rows.map(({ price }) => price));
      expect(told.lastUpdated).toBe(shown.lastUpdated);
      // The shop that doesn't hold its quote has one without platinum.
      expect(shown.rows[2]!.price === null).toBe(shop !== holding);
    }
  });
});
