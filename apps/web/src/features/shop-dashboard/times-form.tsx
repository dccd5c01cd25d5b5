import { Button } from '@mantine/core';
import { dashboardTexts, limits, portalTexts, type ShopDashboard } from '@sarafa/contracts';
import { useState } from 'react';
import { useOwnAdsQuery, useSetDisplayTimesMutation } from './shop-dashboard.api.js';
import { isWithin, SettingRow } from './setting-row.js';
import { told } from './told.js';
import { TurnBar } from './turn-bar.js';

const { times: words } = dashboardTexts;
const { priceDisplayTime, adDisplayTime } = limits;

export function TimesForm({ shop }: { shop: ShopDashboard }) {
  const [prices, setPrices] = useState<number | string>(shop.price_display_time);
  const [ads, setAds] = useState<number | string>(shop.ad_display_time);
  const [save, { isLoading }] = useSetDisplayTimesMutation();
  const { data: own = [] } = useOwnAdsQuery();
  const isChanged = prices !== shop.price_display_time || ads !== shop.ad_display_time;
  const pricesFit = isWithin(prices, priceDisplayTime);
  const adsFit = isWithin(ads, adDisplayTime);

  const submit = () => {
    if (!pricesFit || !adsFit || !isChanged || isLoading) return;
    void told(save({ price_display_time: prices, ad_display_time: ads }).unwrap(), words.failed, words.updated);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SettingRow
        label={words.priceDuration}
        hint={words.priceHint(priceDisplayTime.min, priceDisplayTime.max)}
        unit={words.seconds}
        max={priceDisplayTime.max}
        value={prices}
        error={pricesFit ? undefined : words.outside(words.priceDuration, priceDisplayTime.min, priceDisplayTime.max)}
        onChange={setPrices}
      />
      <SettingRow
        label={words.adDuration}
        hint={words.adHint(adDisplayTime.min, adDisplayTime.max)}
        unit={words.seconds}
        max={adDisplayTime.max}
        value={ads}
        error={adsFit ? undefined : words.outside(words.adDuration, adDisplayTime.min, adDisplayTime.max)}
        onChange={setAds}
      />
      {own.length > 0 && shop.ads_enabled && pricesFit && adsFit && <TurnBar ads={own} priceSeconds={prices} adSeconds={ads} />}
      <Button
        type="submit"
        fullWidth
        variant={isChanged ? 'filled' : 'default'}
        disabled={!isChanged || !pricesFit || !adsFit || isLoading}
      >
        {isLoading ? portalTexts.common.saving : words.save}
      </Button>
    </form>
  );
}
