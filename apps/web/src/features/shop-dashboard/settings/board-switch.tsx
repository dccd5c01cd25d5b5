import { Switch } from '@mantine/core';
import type { SettingBy } from '@sarafa/contracts';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { notifyOutcome } from '../../../shared/notices.js';
import { say } from '../../../shared/language/page-language.js';
import { languageTexts, type SwitchName } from '../../../shared/texts/language-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { useSetProfileSettingsMutation } from '../shop-dashboard.api.js';

/** One of the shop's settings that are on or off. */
export function BoardSwitch({ shop, name }: { shop: WholeShop; name: SwitchName & SettingBy<'both'> }) {
  const [save, { isLoading }] = useSetProfileSettingsMutation();
  const { label, hint, saved, failed } = languageTexts.switches[name];
  const isOn = shop[name];
  const change = () => {
    const outcome = save({ id: shop.id, settings: { [name]: !isOn } }).unwrap();
    void notifyOutcome(outcome, failed, say(saved, { isOn: !isOn }));
  };
  return (
    <Switch
      labelPosition="left"
      label={<Labelled text={label} hint={hint} />}
      checked={isOn}
      {...asDisabled(isLoading)}
      onChange={change}
    />
  );
}

export function Labelled({ text, hint }: { text: string; hint: string }) {
  return (
    <>
      {text}
      <span className="hint">{hint}</span>
    </>
  );
}
