import type { Held, PriceSnapshot, SentHold, ShopDashboard } from '@sarafa/contracts';
import { kolkataTime } from '@sarafa/domain';
import { useState } from 'react';
import { notifyDone, notifyProblem } from '../../../shared/notices.js';
import { problemOf } from '../../../shared/requests/problem.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { useSetHoldMutation } from '../shop-dashboard.api.js';
import { useOwnRates } from '../use-own-rates.js';

const { hold: words } = dashboardTexts;
/** The rates of the next answer may still be those from before the change. */
const TRIES = 10;
const TRY_MS = 300;

/** The rates that a shop's boards show, and their hold. Nothing is said to be held before the server says so. */
export function useHold(shop: ShopDashboard) {
  // Not `data`, which stays when the subscription ends and nothing is read any more.
  const { currentData: rates, isError, isOverdue, refetch } = useOwnRates(shop, !shop.isSubscriptionValid);
  const isUnsure = isError || isOverdue || rates?.keptAt !== undefined;
  const [save] = useSetHoldMutation();
  const [isBusy, setIsBusy] = useState(false);

  /** Answers nothing where the subscription has ended, also while somebody waits: RTK throws when a skipped query is to be read. */
  const readAgain = async () => {
    try {
      return await refetch();
    } catch {
      return undefined;
    }
  };
  const untilShown = async (held: Held | null) => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const read = await readAgain();
      if (!read || read.isError || read.data?.keptAt || read.data?.held?.until === held?.until) return;
      await new Promise((resolve) => setTimeout(resolve, TRY_MS));
    }
  };
  /** Answers whether it succeeded. `until` is an instant; null ends the hold. */
  const hold = async (until: number | null): Promise<boolean> => {
    setIsBusy(true);
    try {
      const { held } = await save({ id: shop.id, ...wanted(until, rates) }).unwrap();
      notifyDone(held ? say(words.held, { time: kolkataTime(Date.parse(held.until)) }) : words.released);
      await untilShown(held);
      return true;
    } catch (error) {
      notifyProblem(problemOf(error), until === null ? words.releaseFailed : words.failed);
      // What the server refused may have changed here too.
      void readAgain();
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { rates, isUnsure, isBusy, hold, readAgain };
}

/** A hold is of the rates that are on the screen, whatever has come since. */
function wanted(until: number | null, rates: PriceSnapshot | undefined): SentHold {
  if (until === null) return { until };
  const { seq, rate_list, duty } = rates ?? {};
  return { until: new Date(until).toISOString(), seq, set_at: rate_list?.set_at, duty_at: duty?.lastUpdated };
}
