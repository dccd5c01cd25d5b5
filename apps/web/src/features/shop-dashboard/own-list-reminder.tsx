import { useState } from 'react';
import { notifyOutcome } from '../../shared/notices.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { Failed } from '../../shared/ui/failed.js';
import { SaveButton } from '../../shared/ui/save-button.js';
import { TextField } from '../../shared/ui/text-field.js';
import { useOwnListQuery, useSetOwnListMutation } from './shop-dashboard.api.js';

const { ownList: words } = dashboardTexts;

/** When the shop wants to be told that it hasn't set its rates that day (rule 3.24). */
export function OwnListReminder({ id }: { id: string }) {
  const { data, isError, isFetching, refetch } = useOwnListQuery(id);
  const [typed, setTyped] = useState<string>();
  const [save, { isLoading }] = useSetOwnListMutation();
  if (!data) {
    // The list itself says that it is being read.
    return isError ? <Failed text={words.reminderNotRead} isAsking={isFetching} onTryAgain={() => void refetch()} /> : null;
  }
  const saved = data.reminder_time ?? '';
  const time = typed ?? saved;
  // What is saved is no draft any more, so that the field shows what another device saves later.
  if (typed === saved) setTyped(undefined);
  const submit = async () => {
    if (time === saved || isLoading) return;
    const change = save({ id, list: { reminder_time: time || null } }).unwrap();
    if (!(await notifyOutcome(change, words.reminderFailed, words.reminderSaved))) return;
    // What was typed while it was being saved stays.
    setTyped((now) => (now === time ? undefined : now));
  };
  return (
    <form
      className="ownlist__reminder"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField type="time" label={words.reminder} description={words.reminderHint} value={time} onChange={setTyped} />
      {(time !== '' || saved !== '') && (
        <SaveButton label={words.saveReminder} isChanged={time !== saved} fits isSaving={isLoading} />
      )}
    </form>
  );
}
