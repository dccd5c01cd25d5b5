import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { notifyOutcome } from '../../../shared/notices.js';
import { cardTexts } from '../../../shared/texts/card-texts.js';
import { SaveButton } from '../../../shared/ui/save-button.js';
import { TextField } from '../../../shared/ui/text-field.js';
import { useSetProfileSettingsMutation } from '../shop-dashboard.api.js';

const { time: words } = cardTexts;
/** When most shops have their rates of the day. */
const USUAL = '10:00';

/** When the phones of the shop are told that the card is ready. */
export function CardTimeForm({ shop }: { shop: WholeShop }) {
  const saved = shop.card_time;
  const [draft, setDraft] = useState<{ readonly value: string | null }>();
  const [save, { isLoading }] = useSetProfileSettingsMutation();
  const value = draft ? draft.value : saved;
  const isChanged = value !== saved;
  // A draft that is saved is dropped, so that the form shows what another device saves later.
  if (draft && !isChanged) setDraft(undefined);
  // A browser's time field that isn't filled in is empty.
  const fault = value === '' ? words.invalid : undefined;

  const submit = async () => {
    if (fault || !isChanged || isLoading) return;
    const change = save({ id: shop.id, settings: { card_time: value } }).unwrap();
    // What was changed while it was being saved stays.
    if (await notifyOutcome(change, words.failed, words.saved)) setDraft((now) => (now === draft ? undefined : now));
  };
  return (
    <form
      className="ratecard__time"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Switch
        labelPosition="left"
        label={
          <>
            {words.label}
            <span className="hint">{words.hint}</span>
          </>
        }
        checked={value !== null}
        onChange={(event) => setDraft({ value: event.currentTarget.checked ? USUAL : null })}
      />
      {value !== null && (
        <TextField
          type="time"
          name="card_time"
          label={words.at}
          value={value}
          error={fault}
          onChange={(at) => setDraft({ value: at })}
        />
      )}
      {(isChanged || value !== null) && (
        <SaveButton label={words.save} isChanged={isChanged} fits={!fault} isSaving={isLoading} />
      )}
    </form>
  );
}
