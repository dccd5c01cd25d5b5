import { limits, type ShopDashboard, texts } from '@sarafa/contracts';
import { notifyOutcome } from '../../../shared/notices.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { SaveButton } from '../../../shared/ui/save-button.js';
import { useOwnAdsQuery, useSetDisplayTimesMutation } from '../shop-dashboard.api.js';
import { isWithin, SettingRow } from './setting-row.js';
import { TurnBar } from './turn-bar.js';
import { useNumberDraft } from '../use-draft.js';

const { times: words } = dashboardTexts;
const { priceDisplayTime, adDisplayTime } = limits;

export function TimesForm({ shop }: { shop: ShopDashboard }) {
  const prices = useNumberDraft('time of prices', shop.price_display_time);
  const ads = useNumberDraft('time of ads', shop.ad_display_time);
  const [save, { isLoading }] = useSetDisplayTimesMutation();
  const { data: own = [] } = useOwnAdsQuery();
  const isChanged = prices.isChanged || ads.isChanged;
  const pricesFit = isWithin(prices.value, priceDisplayTime);
  const adsFit = isWithin(ads.value, adDisplayTime);

  const submit = () => {
    if (!pricesFit || !adsFit || !isChanged || isLoading) return;
    const times = {
      ...(prices.isChanged && { price_display_time: prices.value }),
      ...(ads.isChanged && { ad_display_time: ads.value }),
    };
    void notifyOutcome(save(times).unwrap(), words.failed, texts.ownShop.timesUpdated);
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
        {...prices.field}
        label={words.priceDuration}
        hint={say(words.priceHint, { min: priceDisplayTime.min, max: priceDisplayTime.max })}
        unit={words.seconds}
        placeholder={String(priceDisplayTime.default)}
        max={priceDisplayTime.max}
        error={
          pricesFit
            ? undefined
            : say(words.outside, { label: words.priceDuration, min: priceDisplayTime.min, max: priceDisplayTime.max })
        }
      />
      <SettingRow
        {...ads.field}
        label={words.adDuration}
        hint={say(words.adHint, { min: adDisplayTime.min, max: adDisplayTime.max })}
        unit={words.seconds}
        max={adDisplayTime.max}
        error={
          adsFit ? undefined : say(words.outside, { label: words.adDuration, min: adDisplayTime.min, max: adDisplayTime.max })
        }
      />
      {own.length > 0 && shop.ads_enabled && pricesFit && adsFit && (
        <TurnBar ads={own} priceSeconds={prices.value} adSeconds={ads.value} />
      )}
      <SaveButton label={words.save} isChanged={isChanged} fits={pricesFit && adsFit} isSaving={isLoading} />
    </form>
  );
}
