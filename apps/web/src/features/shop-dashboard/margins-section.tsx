import { limits, type PriceSnapshot, type ShopDashboard, texts } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import type { FormEvent } from 'react';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { sellWithMargin } from './margin-preview.js';
import { SaveButton } from './save-button.js';
import { isWithin, SettingRow } from './setting-row.js';
import { useOwnRatesQuery, useSetProfileSettingsMutation } from './shop-dashboard.api.js';
import { told } from './told.js';
import { useDraft } from './use-draft.js';

const { margins: words } = dashboardTexts;
const { margin } = limits;

export function MarginsSection({ shop }: { shop: ShopDashboard }) {
  return (
    <section className="sheet part" aria-labelledby="margins-title">
      <h2 id="margins-title">{words.title}</h2>
      <MarginsForm shop={shop} />
    </section>
  );
}

function MarginsForm({ shop }: { shop: ShopDashboard }) {
  const gold = useDraft(shop.gold_margin);
  const silver = useDraft(shop.silver_margin);
  const [save, { isLoading }] = useSetProfileSettingsMutation();
  const { data: rates } = useOwnRatesQuery(shop.id, { skip: !shop.isSubscriptionValid });
  const goldFits = isWithin(gold.value, margin);
  const silverFits = isWithin(silver.value, margin);
  const isChanged = gold.isChanged || silver.isChanged;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!goldFits || !silverFits || !isChanged || isLoading) return;
    const settings = {
      ...(gold.isChanged && { gold_margin: gold.value }),
      ...(silver.isChanged && { silver_margin: silver.value }),
    };
    void told(save({ id: shop.id, settings }).unwrap(), words.failed, texts.ownShop.marginsUpdated);
  };
  const row = { unit: words.percent, max: margin.max, step: margin.step, decimals: 1 };
  return (
    <form noValidate onSubmit={submit}>
      <SettingRow
        {...row}
        {...gold.field}
        label={<span className="metal metal--gold">{words.gold}</span>}
        hint={goldFits && rates ? preview('24K', 'gold_24k', rates, shop, shop.gold_margin, gold.value) : ' '}
        error={goldFits ? undefined : words.outside(words.gold, margin.min, margin.max)}
      />
      <SettingRow
        {...row}
        {...silver.field}
        label={<span className="metal metal--silver">{words.silver}</span>}
        hint={silverFits && rates ? preview(words.silver, 'silver', rates, shop, shop.silver_margin, silver.value) : ' '}
        error={silverFits ? undefined : words.outside(words.silver, margin.min, margin.max)}
      />
      <SaveButton label={words.save} isChanged={isChanged} fits={goldFits && silverFits} isSaving={isLoading} />
    </form>
  );
}

/** The rate that customers would see with the typed margin. */
function preview(
  name: string,
  type: 'gold_24k' | 'silver',
  rates: PriceSnapshot,
  { sell_margin }: ShopDashboard,
  before: number,
  after: number,
): string {
  const { sell } = rates[type];
  if (before === after) return words.stays(`₹${groupRupees(sell)}`);
  return words.becomes(name, `₹${groupRupees(sellWithMargin(sell, before + sell_margin, after + sell_margin))}`);
}
