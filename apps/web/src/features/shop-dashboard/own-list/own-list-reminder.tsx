import { useRef } from 'react';
import { handFocus } from '../../../shared/hand-focus.js';
import { notifyOutcome } from '../../../shared/notices.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { Failed } from '../../../shared/ui/failed.js';
import { SaveButton } from '../../../shared/ui/save-button.js';
import { HALF_TYPED, TimeField } from '../../../shared/ui/time-field.js';
import { useOwnListQuery, useSetOwnListMutation } from '../shop-dashboard.api.js';
import { useDraft } from '../use-draft.js';

const { ownList: words } = dashboardTexts;

/** When the shop wants to be told that it hasn't set its rates that day (rule 3.24). */
export function OwnListReminder({ id }: { id: string }) {
  const { data, isError, isFetching, refetch } = useOwnListQuery(id);
  if (!data) {
    // The list itself says that it is being read.
    return isError ? <Failed text={words.reminderNotRead} isAsking={isFetching} onTryAgain={() => void refetch()} /> : null;
  }
  return <ReminderForm id={id} saved={data.reminder_time ?? ''} />;
}

function ReminderForm({ id, saved }: { id: string; saved: string }) {
  const { value: time, isChanged, onChange } = useDraft('reminder', saved);
  const [save, { isLoading }] = useSetOwnListMutation();
  const fits = time !== HALF_TYPED;
  const field = useRef<HTMLInputElement>(null);
  const submit = async (form: HTMLFormElement) => {
    if (!fits || !isChanged || isLoading) return;
    const change = save({ id, list: { reminder_time: time || null } }).unwrap();
    if (!(await notifyOutcome(change, words.reminderFailed, words.reminderSaved))) return;
    // Without a reminder the button is removed.
    if (time === '') handFocus(form.querySelector('[type=submit]'), field.current);
  };
  return (
    <form
      className="ownlist__reminder"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <TimeField ref={field} label={words.reminder} description={words.reminderHint} value={time} onChange={onChange} />
      {(isChanged || time !== '') && (
        <SaveButton label={words.saveReminder} isChanged={isChanged} fits={fits} isSaving={isLoading} />
      )}
    </form>
  );
}
