import {
  advertisementsComplete,
  type AnsweredImportDuty,
  AppError,
  boardAdvertisements,
  boardCustomTables,
  boardHold,
  boardRateRows,
  customTablesComplete,
  type DutyLaw,
  type DynamicPriceInterval,
  formerRateLists,
  tickQuote,
  holdsComplete,
  Id,
  type ImportDuty,
  importDuty,
  limits,
  marketRateLists,
  marketStatus,
  type Metal,
  type PriceSettings,
  priceSettings,
  rateRowsComplete,
  type RowsBasis,
  type ShopProfile,
  shopProfile,
  type ShownState,
  siteMaintenance,
  sitePublicView,
  standardRows,
  type StateKey,
  texts,
  wholeShop,
} from '@sarafa/contracts';
import { intervalInForce, lawBeside, type Margins, type RowFormula, rowFormula, shopDashboard } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { UnknownShops } from '../gone-ids.js';
import { Answer } from './answer.js';
import { byIdentity } from './derived.js';
import { PriceAnswers, type PricedShop, PRICING, type ShopPricing } from './price-answers.js';

/** The state that all boards share. Loaded when first needed, and then kept in the cache. */
const SHARED: [StateKey, string][] = [
  [priceSettings, ''],
  [importDuty, ''],
  [marketStatus, ''],
  [marketRateLists, ''],
  [formerRateLists, ''],
  [siteMaintenance, ''],
  [sitePublicView, ''],
  ...limits.dynamicPriceIntervals.map((minutes): [StateKey, string] => [tickQuote, String(minutes)]),
];

/**
 * What every open board shows a change of at once. A changed status shows only through the state of the rates, which the market clock
 * reports, and a tick quote moves prices alone.
 */
export const OF_ALL: StateKey[] = [
  priceSettings,
  importDuty,
  marketRateLists,
  formerRateLists,
  siteMaintenance,
  sitePublicView,
];

/** What a shop's board shows beside its rates. It keeps what it has of these while they aren't known. */
export const BESIDE_RATES: StateKey[] = [boardCustomTables, boardAdvertisements];

/** Without these a board has no stream. */
export const NEEDED: StateKey[] = [shopProfile, ...PRICING];

/** The state of one shop's board, which its open streams keep in the cache. */
export const OWN: StateKey[] = [...NEEDED, ...BESIDE_RATES];

/**
 * State keys, each with the marker by which its owner says that the values of all shops are published. Without the marker, a shop
 * whose value isn't in KV may still have one, which its owner hasn't published again since KV was lost.
 */
const COMPLETE: [StateKey, StateKey][] = [
  [boardRateRows, rateRowsComplete],
  [boardHold, holdsComplete],
  [boardCustomTables, customTablesComplete],
  [boardAdvertisements, advertisementsComplete],
];

/**
 * Answers every public read from memory. `undefined` means that something isn't known yet and `load` has to ask for it; errors
 * are for the client. NATS is asked once, and a database never.
 */
@Injectable()
export class BoardAnswers {
  private readonly profiles = new WeakMap<ShopProfile, KnownShop>();
  private sharedToPin = SHARED;

  constructor(
    private readonly state: StateCache,
    private readonly pricesOf: PriceAnswers,
    private readonly unknown: UnknownShops,
  ) {
    for (const [stateKey, marker] of COMPLETE) {
      state.nullOnlyIf(stateKey, async () => (await state.ask(marker, '')) !== null);
    }
  }

  /**
   * Loads what isn't known. Throws `INVALID_INPUT` for a malformed id, `NOT_FOUND` for an unknown shop, and `UNAVAILABLE` when
   * there is no answer.
   */
  async load(userId?: string): Promise<void> {
    if (userId !== undefined) checkId(userId);
    if (userId === undefined) return this.keepShared();
    const own = OWN.map((stateKey) => {
      const load = this.state.load(stateKey, userId);
      return stateKey === shopProfile ? load : load.catch(() => undefined);
    });
    await Promise.all([this.keepShared(), ...own]);
    if (this.state.peek(shopProfile, userId)) return;
    // A board that is told 404 again and again forgets what it keeps, and a part of the state may be lost.
    const isGone = this.state.isTombstone(shopProfile, userId) || (await this.unknown.isGone(userId));
    if (!isGone) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    throw new AppError('NOT_FOUND', texts.errors.shopNotFound);
  }

  /** `/user/dashboard/{id}`: answered for an ended subscription too, so that the board can say why it shows nothing. */
  profile(userId: string): Answer | undefined {
    return this.known(userId)?.answer;
  }

  /** `/prices/user/{id}` */
  prices(userId: string): Answer | undefined {
    const shop = this.subscribed(userId);
    return shop && this.pricesBy(this.pricesOf.pricing(shop));
  }

  /** What the prices for a push are made from; undefined without a valid subscription, which is no error there. */
  pricing(userId: string): ShopPricing | undefined {
    const shop = this.known(userId);
    return shop?.isValid ? this.pricesOf.pricing(shop) : undefined;
  }

  /** The prices of a shop whose `pricing` is still right. */
  pricesBy(pricing: ShopPricing | undefined): Answer | undefined {
    return pricing && this.pricesOf.of(pricing);
  }

  /** When the shop's hold ends, in milliseconds since 1970; undefined without one. */
  holdEnd(userId: string): number | undefined {
    return this.pricesOf.holdEnd(userId);
  }

  /**
   * What the rows of a shop are priced from, also of one whose subscription has ended. Throws `NOT_FOUND` for an unknown shop,
   * and `UNAVAILABLE` when there is no rate.
   */
  async basis(userId: string): Promise<RowsBasis> {
    return available(this.pricesOf.basis(await this.loaded(userId)));
  }

  /** What decides which rates a shop's boards show, and how these stand. Throws like `basis`. */
  async shown(
    userId: string,
  ): Promise<{ interval: DynamicPriceInterval; rate_list_id: string | null; state: ShownState; stale_metals: Metal[] }> {
    const known = await this.loaded(userId);
    const state = available(this.pricesOf.stateOfShop(known));
    const { minutes: interval, profile } = known;
    return { interval, rate_list_id: profile.rate_list_id ?? null, state, stale_metals: this.pricesOf.staleMetals(known) };
  }

  /** What one of the rows that a shop shows is priced by; no formula of a row that it doesn't show. Throws like `basis`. */
  async formulaOf(
    userId: string,
    rowId: string,
  ): Promise<{ formula: RowFormula | undefined; margins: Margins; rate_list_id: string | null }> {
    const { profile } = await this.loaded(userId);
    const own = available(this.state.peek(boardRateRows, userId));
    const rows = own?.rows_mode === 'own' ? own.rows.filter((row) => row.shown) : standardRows;
    const row = rows.find(({ id }) => id === rowId);
    return { formula: row && rowFormula(row), margins: profile, rate_list_id: profile.rate_list_id ?? null };
  }

  private async loaded(userId: string): Promise<KnownShop> {
    await this.load(userId);
    return available(this.known(userId));
  }

  /** `/user/custom-tables/public/{id}` */
  customTables(userId: string): Answer | undefined {
    return this.subscribed(userId) && this.list(boardCustomTables, userId);
  }

  /** `/advertisements/public/{id}` */
  advertisements(userId: string): Answer | undefined {
    return this.subscribed(userId) && this.list(boardAdvertisements, userId);
  }

  /**
   * Whether the subscription is valid, so that the shop's boards may show more than the reason why they don't; undefined while that
   * isn't known.
   */
  isSubscribed(userId: string): boolean | undefined {
    return this.known(userId)?.isValid;
  }

  /** Whether the shop was deleted or has never existed. */
  isGone(userId: string): boolean {
    return this.state.peek(shopProfile, userId) === null;
  }

  detailed(): Answer | undefined {
    return this.pricesOf.detailed();
  }

  importDuty(): Answer | undefined {
    const duty = this.state.peek(importDuty, '');
    if (!duty) return undefined;
    return dutyAnswer(duty, lawBeside(duty, Date.now()));
  }

  maintenance(): Answer | undefined {
    return this.value(siteMaintenance);
  }

  publicView(): Answer | undefined {
    return this.value(sitePublicView);
  }

  /** The stream's event `maintenance`: the two switches that decide whether boards are shown. */
  siteSwitches(): Answer | undefined {
    const maintenance = this.state.peek(siteMaintenance, '');
    const publicView = this.state.peek(sitePublicView, '');
    return maintenance && publicView ? switchesAnswer(maintenance, publicView) : undefined;
  }

  /**
   * Pinned for good, because an open board that lost one of these would get no more quotes, and would go on showing its last
   * rates as live.
   */
  private async keepShared(): Promise<void> {
    const waiting = this.sharedToPin;
    this.sharedToPin = [];
    const pinned = await Promise.allSettled(waiting.map(([stateKey, id]) => this.state.pin(stateKey, id)));
    this.sharedToPin.push(...waiting.filter((_, index) => pinned[index]!.status === 'rejected'));
    await Promise.all(SHARED.map(([stateKey, id]) => this.state.load(stateKey, id)));
  }

  private known(userId: string): KnownShop | undefined {
    const profile = this.state.peek(shopProfile, userId);
    const settings = this.state.peek(priceSettings, '');
    if (!profile || !settings) return undefined;
    const minutes = intervalInForce(profile, settings);
    const now = Date.now();
    let known = this.profiles.get(profile);
    if (!known || known.minutes !== minutes || now < known.since || now >= known.until) {
      known = knownShop(profile, settings, now);
      this.profiles.set(profile, known);
    }
    return known;
  }

  private subscribed(userId: string): KnownShop | undefined {
    const known = this.known(userId);
    if (known && !known.isValid) throw new AppError('FORBIDDEN', texts.errors.subscriptionEnded);
    return known;
  }

  /** Null means that the owner has published nothing for this shop, so the list is empty. */
  private list(stateKey: StateKey<unknown[]>, userId: string): Answer | undefined {
    const value = this.state.peek(stateKey, userId);
    return value === undefined ? undefined : answerOf(value ?? NOTHING);
  }

  private value(stateKey: StateKey<object>): Answer | undefined {
    const value = this.state.peek(stateKey, '');
    return value ? answerOf(value) : undefined;
  }
}

const NOTHING: unknown[] = [];

const answerOf = byIdentity((value: object) => Answer.json(value));
const switchesAnswer = byIdentity((maintenance: object, publicView: object) => Answer.json({ ...maintenance, ...publicView }));
const dutyAnswer = byIdentity(({ changed: _, ...duty }: ImportDuty, law: DutyLaw | null) =>
  Answer.json({ ...duty, law } satisfies AnsweredImportDuty),
);

function available<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('UNAVAILABLE', texts.errors.ratesNotAvailable);
  return value;
}

function checkId(userId: string): void {
  const { malformedId: message } = texts.errors;
  if (!Id.safeParse(userId).success) throw new AppError('INVALID_INPUT', message, [{ path: 'userId', message }]);
}

/** A shop with the values that depend on the time and on the provider's default. */
interface KnownShop extends PricedShop {
  /** From when on it is right: a clock that was ahead for a while has ended no subscription. Milliseconds since 1970. */
  readonly since: number;
  readonly isValid: boolean;
  readonly answer: Answer;
}

/** The shop at `now` (milliseconds since 1970). */
function knownShop(stored: ShopProfile, settings: PriceSettings, now: number): KnownShop {
  const profile = wholeShop(stored);
  const shop = shopDashboard(profile, settings, now);
  const minutes = shop.dynamic_price_interval;
  const end = Date.parse(profile.subscription_end_date);
  return {
    profile,
    minutes,
    isValid: shop.isSubscriptionValid,
    since: end > now ? -Infinity : end,
    until: end > now ? end : Infinity,
    answer: Answer.json(shop),
  };
}
