import {
  limits,
  Metal,
  newShop,
  type OfferedMetal,
  offeredMetals,
  type PriceSnapshot,
  type RowsBasis,
  type ShopDashboard,
  standardRows,
  texts,
} from '@sarafa/contracts';
import { groupRupees, landedFromTexts, rowBook, rowFormula } from '@sarafa/domain';
import type { FormEvent } from 'react';
import { useRowsBasisQuery } from '../../../shared/api/rate-rows.api.js';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { notifyOutcome } from '../../../shared/notices.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { BoardSwitch } from './board-switch.js';
import { SaveButton } from '../../../shared/ui/save-button.js';
import { isWithin, SettingRow } from './setting-row.js';
import { useOwnRatesQuery, useSetProfileSettingsMutation } from '../shop-dashboard.api.js';
import { useNumberDrafts } from '../use-draft.js';

const { margins: words } = dashboardTexts;
const { margin } = limits;
const MARGIN_DECIMALS = 1;

export function MarginsSection({ shop }: { shop: WholeShop }) {
  return (
    <section className="sheet part" aria-labelledby="margins-title">
      <h2 id="margins-title">{words.title}</h2>
      <MarginsForm shop={shop} />
      <hr className="divide" />
      <BoardSwitch shop={shop} name="show_day_change" />
    </section>
  );
}

function MarginsForm({ shop }: { shop: ShopDashboard }) {
  const drafts = useNumberDrafts('margins', marginsOf(shop));
  const [save, { isLoading }] = useSetProfileSettingsMutation();
  const skip = !shop.isSubscriptionValid;
  const { data: rates } = useOwnRatesQuery(shop.id, { skip });
  const { currentData: basis } = useRowsBasisQuery(shop.id, { skip, pollingInterval: limits.profilePollMs });
  const metals = shownMetals(shop, rates);
  const changed = metals.filter((metal) => drafts[metal].isChanged);
  const fits = metals.every((metal) => isWithin(drafts[metal].value, margin, MARGIN_DECIMALS));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fits || changed.length === 0 || isLoading) return;
    const settings: Partial<ShopDashboard> = Object.fromEntries(
      changed.map((metal) => [`${metal}_margin`, drafts[metal].value]),
    );
    void notifyOutcome(save({ id: shop.id, settings }).unwrap(), words.failed, texts.ownShop.marginsUpdated);
  };
  return (
    <form noValidate onSubmit={submit}>
      {metals.map((metal) => {
        const { field, value, isChanged } = drafts[metal];
        const isFit = isWithin(value, margin, MARGIN_DECIMALS);
        return (
          <SettingRow
            key={metal}
            {...{ unit: words.percent, max: margin.max, step: margin.step, decimals: MARGIN_DECIMALS }}
            {...field}
            label={<span className={`metal metal--${metal}`}>{words[metal]}</span>}
            hint={isFit && basis ? preview(metal, basis, isChanged ? value : undefined) : ' '}
            error={isFit ? undefined : say(words.outside, { label: words[metal], ...margin })}
          />
        );
      })}
      <SaveButton label={words.save} isChanged={changed.length > 0} fits={fits} isSaving={isLoading} />
    </form>
  );
}

/** The metals of the standard rows and of the shop's own rows, and any metal that has a margin already. */
function shownMetals(shop: ShopDashboard, rates: PriceSnapshot | undefined): Metal[] {
  const own = rates?.rows?.map(({ metal }) => metal);
  return Metal.options.filter((metal) => isOffered(metal) || own?.includes(metal) || shop[`${metal}_margin`]);
}

function isOffered(metal: Metal): metal is OfferedMetal {
  return (offeredMetals as readonly Metal[]).includes(metal);
}

function marginsOf(shop: ShopDashboard): Record<Metal, number> {
  const margins = Metal.options.map((metal) => [metal, shop[`${metal}_margin`] ?? newShop[`${metal}_margin`]]);
  return Object.fromEntries(margins) as Record<Metal, number>;
}

/**
 * The rate that customers would see with the typed margin, of the first standard row; the editor for rows has those of others.
 * Without a typed margin it is the present rate.
 */
function preview(metal: Metal, basis: RowsBasis, typed: number | undefined): string {
  const rupees = priceWithMargin(basis, metal, typed);
  if (rupees === null || !isOffered(metal)) return ' ';
  const price = `₹${groupRupees(rupees)}`;
  return typed === undefined ? say(words.stays, { price }) : say(words.becomes, { name: words.rows[metal], price });
}

/**
 * What boards say for the first standard row of a metal, with this margin in percent or with the present one. Null for a metal
 * without such a row or without a rate. The margins come with the rates, because another device may have changed them.
 */
function priceWithMargin({ landed, margins }: RowsBasis, metal: Metal, margin?: number): number | null {
  const row = standardRows.find((standard) => standard.metal === metal);
  if (!row) return null;
  const tried = margin === undefined ? margins : { ...margins, [`${metal}_margin`]: margin };
  return rowBook(landedFromTexts(landed)).priceOf(rowFormula(row), tried);
}
