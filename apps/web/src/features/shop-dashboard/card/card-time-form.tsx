import { Switch } from '@mantine/core';
import { useRef } from 'react';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { handFocus } from '../../../shared/hand-focus.js';
import { notifyOutcome } from '../../../shared/notices.js';
import { cardTexts } from '../../../shared/texts/card-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { SaveButton } from '../../../shared/ui/save-button.js';
import { HALF_TYPED, TimeField } from '../../../shared/ui/time-field.js';
import { useSetProfileSettingsMutation } from '../shop-dashboard.api.js';
import { useDraft } from '../use-draft.js';

const { time: words } = cardTexts;
/** When most shops have their rates of the day. */
const USUAL = '10:00';

/** When the phones of the shop are told that the card is ready. */
export function CardTimeForm({ shop }: { shop: WholeShop }) {
  const { value, isChanged, onChange } = useDraft('card time', shop.card_time);
  const [save, { isLoading }] = useSetProfileSettingsMutation();
  const fault = value === '' || value === HALF_TYPED ? portalTexts.common.noTime : undefined;
  const toggle = useRef<HTMLInputElement>(null);

  const submit = async (form: HTMLFormElement) => {
    if (fault || !isChanged || isLoading) return;
    const change = save({ id: shop.id, settings: { card_time: value } }).unwrap();
    if (!(await notifyOutcome(change, words.failed, words.saved))) return;
    // Without a reminder the button is removed.
    if (value === null) handFocus(form.querySelector('[type=submit]'), toggle.current);
  };
  return (
    <form
      className="ratecard__time"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <Switch
        ref={toggle}
        labelPosition="left"
        label={
          <>
            {words.label}
            <span className="hint">{words.hint}</span>
          </>
        }
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? (shop.card_time ?? USUAL) : null)}
      />
      {value !== null && <TimeField name="card_time" label={words.at} value={value} error={fault} onChange={onChange} />}
      {(isChanged || value !== null) && (
        <SaveButton label={words.save} isChanged={isChanged} fits={!fault} isSaving={isLoading} />
      )}
    </form>
  );
}
