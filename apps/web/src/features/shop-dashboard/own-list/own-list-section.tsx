import { Button } from '@mantine/core';
import { limits, Metal, type RateList, type RateListRevision, type ShopDashboard } from '@sarafa/contracts';
import { groupRupees, listDueSince, listedUntil, type MarketBeside, rateListState } from '@sarafa/domain';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef, useState } from 'react';
import { OWN_LIST_PART } from '../../../shared/links.js';
import { recently } from '../../../shared/language/page-dates.js';
import { inWords, say } from '../../../shared/language/page-language.js';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { MetalFields, nextPurity, percentText, PurityFields } from '../../rate-lists/index.js';
import { newRepeatKey } from '../../../shared/requests/repeat-key.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { rateListTexts } from '../../../shared/texts/rate-list-texts.js';
import { Failed } from '../../../shared/ui/failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { LoadingSheet } from '../../../shared/ui/loading-sheet.js';
import { StateWord } from '../../../shared/ui/state-word.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { useMinute } from '../../../shared/use-minute.js';
import { OwnListReminder } from './own-list-reminder.js';
import { useOwnListQuery, useOwnListRevisionsQuery, useOwnRatesQuery } from '../shop-dashboard.api.js';
import { useOwnListForm } from './use-own-list-form.js';
import { useShownByAddress } from '../../../shared/use-shown-by-address.js';

const { ownList: words } = dashboardTexts;
/** The list may be set on another device. */
const FAR_FROM = inWords(() => ({ last: words.farFromLast, market: words.farFromMarket, sell: words.farFromSell }));
const pollingInterval = limits.profilePollMs;

/** The rates that a shop with `may_set_list` sets itself, on one screen of a phone (rule 11.13). */
export function OwnListSection({ shop }: { shop: WholeShop }) {
  const [isTyped, setIsTyped] = useState(false);
  const { data, isLoading, isFetching, refetch } = useOwnListRevisionsQuery(shop.id, {
    // What somebody types begins with the list that was read: another one is told when this is sent.
    pollingInterval: isTyped ? 0 : pollingInterval,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useShownByAddress(OWN_LIST_PART, heading);
  return (
    <section className="sheet part ownlist" aria-labelledby={OWN_LIST_PART}>
      <h2 id={OWN_LIST_PART} ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      {isLoading ? (
        <LoadingSheet text={words.loading} rows={4} />
      ) : data ? (
        <>
          <OwnListForm shop={shop} revisions={data} onTyped={setIsTyped} />
          {data.length > 0 && <OwnListReminder id={shop.id} />}
        </>
      ) : (
        <Failed text={words.notRead} isAsking={isFetching} onTryAgain={() => void refetch()} />
      )}
    </section>
  );
}

interface FormProps {
  readonly shop: WholeShop;
  readonly revisions: readonly RateListRevision[];
  readonly onTyped: (isTyped: boolean) => void;
}

function OwnListForm({ shop, revisions, onTyped }: FormProps) {
  const [setter, adder] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const [added, setAdded] = useState<string>();
  // From the field to the button, so that a phone's keyboard leaves, and the next tap on a field selects its price.
  const form = useOwnListForm(shop, revisions, () => setter.current?.focus());
  const { list, draft, doubts, errors, isTyped } = form;
  useEffect(() => onTyped(isTyped), [onTyped, isTyped]);
  const setAt = recently(Date.parse(list?.set_at ?? ''), useMinute());
  const isFull = draft.prices.length >= limits.rateList.prices;
  const add = () => {
    const key = newRepeatKey();
    form.setPrice(key, nextPurity(draft));
    setAdded(key);
  };
  return (
    <form className="ratelist" noValidate onSubmit={form.onSubmit}>
      <Standing shop={shop} list={list} />
      {draft.prices.map(([key, price]) => {
        return (
          <PurityFields
            key={key}
            {...{ price, list, setAt, errors }}
            path={form.pathOf(key)}
            isNew={!list?.prices.some(({ metal, fineness }) => key === `${metal} ${fineness}`) && !isUsual(key)}
            isAdded={key === added}
            isFirst={false}
            note={marketText(form.marketBeside(price))}
            onChange={(changed) => form.setPrice(key, changed)}
            onRemove={() => {
              form.setPrice(key, null);
              adder.current?.focus();
            }}
          />
        );
      })}
      {Metal.options.map((metal) => {
        const rate = draft.bases[metal];
        // An admin may have given the list a base rate, which the shop changes and doesn't add.
        return (
          rate &&
          list?.[metal] && (
            <MetalFields
              key={metal}
              {...{ metal, rate, errors, setAt }}
              isBeside
              before={list[metal]}
              onChange={(changed) => form.setBase(metal, changed)}
            />
          )
        );
      })}
      <Button
        ref={adder}
        className="ownlist__add"
        variant="default"
        size="sm"
        leftSection={<Icon name="plus" />}
        onClick={add}
        {...asDisabled(isFull)}
      >
        {rateListTexts.addPurity}
      </Button>
      <div role="alert" className="ownlist__doubts">
        {errors['prices'] && <StateWord tone="err">{errors['prices']}</StateWord>}
        {form.isMoved && <StateWord tone="warn">{say(rateListTexts.meanwhile, { time: setAt })}</StateWord>}
        {doubts.map(({ name, percent, from }) => (
          <StateWord key={`${name} ${from}`} tone="warn">
            {say(FAR_FROM[from], {
              name,
              percent: percentText(percent),
              isAbove: percent > 0,
            })}
          </StateWord>
        ))}
      </div>
      <div className="ownlist__acts">
        <Button ref={setter} type="submit" variant={form.isTyped ? 'filled' : 'default'} size="lg" {...asDisabled(form.isBusy)}>
          {form.isBusy ? portalTexts.common.saving : doubts.length > 0 ? rateListTexts.doSetAnyway : words.set}
        </Button>
        {form.takeYesterdays && (
          <Button variant="default" size="lg" onClick={form.takeYesterdays}>
            {words.yesterdays}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The market's price, and how far the typed one is from it. */
function marketText(beside: MarketBeside | null): string | undefined {
  if (!beside) return undefined;
  const { market, rupees, percent } = beside;
  const price = groupRupees(market);
  // Without a price yet it would be all of the market's below it.
  if (rupees === 0 || rupees === -market) return say(words.market, { price });
  const figures = { rupees: groupRupees(Math.abs(rupees)), percent: percentText(percent), isAbove: rupees > 0 };
  return say(words.marketBeside, { price, ...figures });
}

/** Whether a row is of those that a new list begins with, whose purity isn't to be chosen. */
function isUsual(key: string): boolean {
  return /^(gold|silver) \d+$/.test(key);
}

/** Whether the boards show the list, and how old it is. */
function Standing({ shop, list }: { shop: ShopDashboard; list: RateList | undefined }) {
  const now = useMinute();
  const { data: withReminder } = useOwnListQuery(list ? shop.id : skipToken, { pollingInterval });
  const { data: rates } = useOwnRatesQuery(shop.id, { skip: !shop.isSubscriptionValid });
  if (!list || shop.rate_list_id !== shop.id) return <p className="hint">{words.notOnBoards}</p>;
  const [set, until] = [recently(Date.parse(list.set_at), now), recently(listedUntil(list), now)];
  const isOld = rateListState(list, now) === 'stale';
  const due = withReminder ? listDueSince(withReminder, now) : null;
  // A hold of this setting shows its rates too.
  const held = rates?.rate_list?.set_at === list.set_at ? null : rates?.held;
  if (!shop.isSubscriptionValid) return <p className="hint">{say(words.setOnly, { set, until })}</p>;
  return (
    <div role="status" className="ownlist__standing">
      {held && <StateWord tone="warn">{say(words.setButHeld, { set, till: recently(Date.parse(held.until), now) })}</StateWord>}
      {(isOld || !held) && (
        <StateWord tone={isOld ? 'err' : 'ok'}>
          {isOld ? say(words.old, { time: until }) : say(words.setAt, { set, until })}
        </StateWord>
      )}
      {due !== null && <StateWord tone="warn">{say(words.due, { time: recently(due, now) })}</StateWord>}
    </div>
  );
}
