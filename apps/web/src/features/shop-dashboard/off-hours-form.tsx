import type { OffHours } from '@sarafa/contracts';
import { useRef, useState } from 'react';
import type { WholeShop } from '../../shared/api/shops.api.js';
import { handFocus } from '../../shared/hand-focus.js';
import { notifyOutcome } from '../../shared/notices.js';
import { faultOfOffHours, OffHoursFields, sameOffHours } from '../screens/index.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { SaveButton } from '../../shared/ui/save-button.js';
import { useSetProfileSettingsMutation } from './shop-dashboard.api.js';

const { offHours: words } = screenTexts;

/** When the screens of the shop are black. It is saved by a button, because a switch alone might black them out at once. */
export function OffHoursForm({ shop }: { shop: WholeShop }) {
  const saved = shop.off_hours;
  const [draft, setDraft] = useState<{ readonly value: OffHours | null }>();
  const [save, { isLoading }] = useSetProfileSettingsMutation();
  const value = draft ? draft.value : saved;
  const isChanged = !sameOffHours(value, saved);
  // A draft that is saved is dropped, so that the form shows what another device saves later.
  if (draft && !isChanged) setDraft(undefined);
  const fault = faultOfOffHours(value);
  const heading = useRef<HTMLHeadingElement>(null);

  const submit = async (form: HTMLFormElement) => {
    if (fault || !isChanged || isLoading) return;
    const change = save({ id: shop.id, settings: { off_hours: value } }).unwrap();
    if (!(await notifyOutcome(change, words.failed, words.saved))) return;
    // Without off-hours the button is removed.
    if (value === null) handFocus(form.querySelector('[type=submit]'), heading.current);
    // What was changed while it was being saved stays.
    setDraft((now) => (now === draft ? undefined : now));
  };
  return (
    <form
      className="screens-part"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        {words.title}
      </h3>
      <OffHoursFields value={value} error={fault} onChange={(changed) => setDraft({ value: changed })} />
      {(isChanged || value !== null) && (
        <SaveButton label={words.save} isChanged={isChanged} fits={!fault} isSaving={isLoading} />
      )}
    </form>
  );
}
