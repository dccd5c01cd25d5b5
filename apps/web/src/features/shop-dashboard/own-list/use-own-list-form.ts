import { limits, type Metal, type RateList, type RateListRevision, RateListUpdate, type Rates, texts } from '@sarafa/contracts';
import { kolkataMidnight, type MarketBeside, marketBeside } from '@sarafa/domain';
import { useState } from 'react';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { answerText } from '../../../shared/requests/answers.js';
import { useKeptDraft } from '../../../shared/kept/kept-draft.js';
import { notifyDone, notifyProblem } from '../../../shared/notices.js';
import { mayBeMade, problemOf } from '../../../shared/requests/problem.js';
import {
  changesSince,
  ratesDraftOf,
  type Jump,
  jumpName,
  jumpsOf,
  type MetalDraft,
  NO_CHANGES,
  priceBefore,
  priceKey,
  type PurityDraft,
  purityLabels,
  type RateChanges,
  type RatesDraft,
  sentRates,
  settingOf,
  useMarket,
} from '../../rate-lists/index.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { numberIn } from '../../../shared/ui/number-field.js';
import { useForm } from '../../../shared/use-form.js';
import { useLatest } from '../../../shared/use-latest.js';
import { useMinute } from '../../../shared/use-minute.js';
import { FIRST_CHANGES, filledIn, NO_LIST, typedOver } from './first-list.js';
import { useCheckOwnListMutation, useSetOwnListMutation } from '../shop-dashboard.api.js';

const { ownList: words } = dashboardTexts;

/** A price that is far from another one: the last one, the market's, or the one that the shop sells the same for. */
export interface Doubt {
  readonly name: string;
  readonly percent: number;
  readonly from: 'last' | 'market' | 'sell';
}

interface Typing {
  readonly changes: RateChanges;
  /** The list that the person has looked at who types; undefined where that is the shown one. */
  readonly known?: string | undefined;
  /** Whether somebody else has set the list meanwhile. */
  readonly isMoved?: boolean;
}

/** `revisions` are none for a shop that has never set its own list, whose newest one is the list. */
export function useOwnListForm({ id }: WholeShop, revisions: readonly RateListRevision[], onSet: () => void) {
  /** As it was answered, until the list is read again. */
  const [saved, setSaved] = useState<RateList>();
  const [typing, setTyping] = useKeptDraft<Typing>(`own list ${id}`);
  const begun = typing?.changes;
  const latest = useLatest(begun);
  /** Whether somebody else has set the list while nothing was typed: apart from the draft, because leaving would lose nothing. */
  const [isMoved, setIsMoved] = useState(false);
  const [asked, setAsked] = useState<string>();
  const [save] = useSetOwnListMutation();
  const [check] = useCheckOwnListMutation();
  const market = useMarket();
  const [read] = revisions;
  const list: RateList | undefined =
    saved && (!read || read.set_at < saved.set_at) ? saved : read && { ...read, id, _id: id, reminder_time: null };
  const start = list ? NO_CHANGES : FIRST_CHANGES;
  const changes = begun && list && typing.known === NO_LIST ? typedOver(list, begun) : begun;
  const shown = ratesDraftOf(list, changes ?? start);
  const draft = filledIn(shown, list);
  const doubts = doubtsOf(list, draft, market);
  // Changed prices have to be confirmed anew.
  const typed = JSON.stringify(draft);
  const midnight = kolkataMidnight(useMinute());
  const yesterday = revisions.find(({ set_at }) => Date.parse(set_at) < midnight);

  const form = useForm({
    schema: RateListUpdate,
    values: sentRates(list, draft),
    labels: purityLabels(draft.prices),
    faults: list || draft.prices.length > 0 ? undefined : { prices: answerText(texts.rateLists.missing) },
    send: async () => {
      if (doubts.length > 0 && asked !== typed) return setAsked(typed);
      // Another device may have set the list, and all prices are sent with one that has changed.
      const [now] = await check(id).unwrap();
      const known = typing?.known ?? settingOf(list);
      if (now && settingOf(now) !== known) {
        // Also where nothing is typed, as the same prices may be set anew.
        setIsMoved(true);
        // Whatever the clocks say by which they were set, the list that was read just now is the later one.
        setSaved(undefined);
        return setTyping((before) => {
          if (!before) return undefined;
          const left = known === NO_LIST ? typedOver(now, before.changes) : before.changes;
          return { changes: left, known: settingOf(now), isMoved: true };
        });
      }
      const { message, rateList } = await save({ id, list: sentRates(list, draft) as RateListUpdate })
        .unwrap()
        .catch((error: unknown) => {
          // The list that is read now is nobody else's then.
          if (mayBeMade(problemOf(error))) setTyping((before) => before && { ...before, known: undefined });
          throw error;
        });
      notifyDone(message);
      setSaved(rateList);
      setIsMoved(false);
      // What was typed while it was being set stays.
      setTyping((now) => {
        const since = changesSince(begun, now?.changes);
        return since && { changes: since, known: settingOf(rateList) };
      });
      if (latest.current === begun) onSet();
    },
    onFailed: (problem) => notifyProblem(problem, words.failed),
  });
  const change = (changed: (before: RateChanges) => RateChanges) => {
    setIsMoved(false);
    setTyping((before = { changes: start, known: settingOf(list), isMoved }) => {
      const changes = changed(before.changes);
      // Typed back to what the list has, nothing is left to be set.
      return list && isSameDraft(ratesDraftOf(list, changes), ratesDraftOf(list)) ? undefined : { ...before, changes };
    });
  };
  return {
    ...form,
    list,
    /** Whether there is something that wasn't sent yet. */
    isTyped: begun !== undefined,
    /** The prices as the form shows them: with the rows that are still empty, which aren't sent. */
    draft: shown,
    /** Where the price stands in what is sent, by which its faults are named. */
    pathOf: (key: string) => `prices.${draft.prices.findIndex(([sent]) => sent === key)}`,
    doubts: asked === typed ? doubts : [],
    isMoved: typing ? typing.isMoved === true : isMoved,
    marketBeside: (price: PurityDraft) => besideOf(market, price),
    setBase: (metal: Metal, rate: MetalDraft) => change((before) => ({ ...before, bases: { ...before.bases, [metal]: rate } })),
    setPrice: (key: string, price: PurityDraft | null) => {
      change((before) => ({ ...before, prices: { ...before.prices, [key]: price } }));
      // The faults are named by places, which other prices have then.
      if (!price) form.setErrors({});
    },
    /** Puts the prices of yesterday into the fields; undefined where there are none, or these are yesterday's. */
    takeYesterdays:
      list && yesterday && yesterday.set_at !== list.set_at
        ? () => {
            change(() => changesTo(list, yesterday));
            form.setErrors({});
          }
        : undefined,
  };
}

function isSameDraft(one: RatesDraft, other: RatesDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function changesTo(list: RateList, { prices, gold, silver, platinum }: RateListRevision): RateChanges {
  const gone = list.prices.map((price) => [priceKey(price), null] as const);
  const back = prices.map(({ buy = '', ...price }) => [priceKey(price), { ...price, buy }] as const);
  return {
    bases: { gold: gold ?? null, silver: silver ?? null, platinum: platinum ?? null },
    prices: Object.fromEntries([...gone, ...back]),
  };
}

function doubtsOf(list: RateList | undefined, draft: RatesDraft, market: Partial<Rates> | undefined): Doubt[] {
  const fromLast = list ? jumpsOf(list, draft).map((jump) => doubtOf(jump, 'last')) : [];
  const fromMarket = draft.prices.flatMap(([, purity]) => {
    const percent = numberIn(purity.sell) ? besideOf(market, purity)?.percent : undefined;
    if (percent === undefined || Math.abs(percent) <= limits.rateList.jumpPercent) return [];
    return doubtOf({ metal: purity.metal, purity, side: 'sell', percent }, 'market');
  });
  const fromSell = draft.prices.flatMap(([, purity]) => {
    const [sell, buy] = [numberIn(purity.sell), numberIn(purity.buy)];
    if (!sell || !buy) return [];
    // A shop that has bought for less before does so on purpose.
    const isLittle = buy < sell * limits.rateList.leastBuy && !priceBefore(list, 'buy', purity);
    if (buy <= sell && !isLittle) return [];
    return doubtOf({ metal: purity.metal, purity, side: 'buy', percent: (buy / sell - 1) * 100 }, 'sell');
  });
  const names = new Set(fromLast.map(({ name }) => name));
  return [...fromLast, ...[...fromMarket, ...fromSell].filter(({ name }) => !names.has(name))];
}

function doubtOf(jump: Jump, from: Doubt['from']): Doubt {
  return { name: jumpName(jump), percent: jump.percent, from };
}

/** The market beside a price that is being typed, which may be none yet. */
function besideOf(market: Partial<Rates> | undefined, { metal, fineness, sell }: PurityDraft): MarketBeside | null {
  const parts = numberIn(fineness);
  return parts === undefined ? null : marketBeside(market, { metal, fineness: parts, sell: numberIn(sell) ?? 0 });
}
