import { Switch } from '@mantine/core';
import { texts } from '@sarafa/contracts';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { notifyFailed, notifyOutcome } from '../../../shared/notices.js';
import type { Problem } from '../../../shared/requests/problem.js';
import { BoardLanguageFields } from '../../../shared/language/board-language-fields.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { languageTexts } from '../../../shared/texts/language-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { useSetAdsEnabledMutation, useSetMutedMutation, useSetProfileSettingsMutation } from '../shop-dashboard.api.js';
import { BoardSwitch, Labelled } from './board-switch.js';
import { TimesForm } from './times-form.js';

const { ads, sound } = dashboardTexts;

/**
 * Whether ads show, whether they have sound, and how long each turn lasts. `isKnown` is false when the shop's profile couldn't
 * be read.
 */
export function DisplaySection({ shop, isKnown }: { shop: WholeShop; isKnown: boolean }) {
  const [setAdsEnabled, adsSaving] = useSetAdsEnabledMutation();
  const [setMuted, soundSaving] = useSetMutedMutation();
  const [setLanguage, languageSaving] = useSetProfileSettingsMutation();
  const { id, ads_enabled, default_mute_state: isMuted } = shop;

  const changeSound = () => {
    if (isKnown) void notifyOutcome(setMuted({ id, isMuted: !isMuted }).unwrap(), soundFailure);
    else notifyFailed(sound.notLoaded);
  };
  return (
    <section className="sheet part" aria-labelledby="display-title">
      <h2 id="display-title">{ads.title}</h2>
      <div className="settings">
        <div>
          <Switch
            labelPosition="left"
            label={ads_enabled ? ads.on : ads.off}
            checked={ads_enabled}
            {...asDisabled(adsSaving.isLoading)}
            onChange={() => void notifyOutcome(setAdsEnabled(!ads_enabled).unwrap(), ads.failed, texts.ownShop.adsUpdated)}
          />
          <Switch
            labelPosition="left"
            label={<Labelled text={sound.title} hint={say(sound.hint, { muted: isMuted })} />}
            checked={!isMuted}
            {...asDisabled(soundSaving.isLoading)}
            onChange={changeSound}
          />
          <BoardSwitch shop={shop} name="rates_over_ads" />
          <hr className="divide" />
          <TimesForm shop={shop} />
        </div>
        <div>
          <BoardLanguageFields
            value={shop}
            isBusy={languageSaving.isLoading}
            onChange={(settings) =>
              void notifyOutcome(setLanguage({ id, settings }).unwrap(), languageTexts.saveFailed, languageTexts.saved)
            }
          />
        </div>
      </div>
    </section>
  );
}

/** The text for each answer to a change of the sound (rule 11.2). */
function soundFailure({ status }: Problem): string {
  if (status === 401) return sound.unauthenticated;
  return status === 403 ? sound.forbidden : sound.failed;
}
