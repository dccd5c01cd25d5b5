import { useRef } from 'react';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { handFocus } from '../../../shared/hand-focus.js';
import { notifyOutcome } from '../../../shared/notices.js';
import { faultOfOffHours, OffHoursFields, sameOffHours } from '../../screens/index.js';
import { screenTexts } from '../../../shared/texts/screen-texts.js';
import { SaveButton } from '../../../shared/ui/save-button.js';
import { useSetProfileSettingsMutation } from '../shop-dashboard.api.js';
import { useDraft } from '../use-draft.js';

const { offHours: words } = screenTexts;

/** When the screens of the shop are black. It is saved by a button, because a switch alone might black them out at once. */
export function OffHoursForm({ shop }: { shop: WholeShop }) {
  const { value, isChanged, onChange } = useDraft('off-hours', shop.off_hours, sameOffHours);
  const [save, { isLoading }] = useSetProfileSettingsMutation();
  const fault = faultOfOffHours(value);
  const heading = useRef<HTMLHeadingElement>(null);

  const submit = async (form: HTMLFormElement) => {
    if (fault || !isChanged || isLoading) return;
    const change = save({ id: shop.id, settings: { off_hours: value } }).unwrap();
    if (!(await notifyOutcome(change, words.failed, words.saved))) return;
    // Without off-hours the button is removed.
    if (value === null) handFocus(form.querySelector('[type=submit]'), heading.current);
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
      <OffHoursFields value={value} saved={shop.off_hours} error={fault} onChange={onChange} />
      {(isChanged || value !== null) && (
        <SaveButton label={words.save} isChanged={isChanged} fits={!fault} isSaving={isLoading} />
      )}
    </form>
  );
}
