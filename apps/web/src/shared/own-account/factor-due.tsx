import { Button } from '@mantine/core';
import { useMeQuery } from '../api/me.api.js';
import { dateTime } from '../page-dates.js';
import { say } from '../page-language.js';
import { secondStepTexts as words } from '../texts/second-step-texts.js';
import { Icon } from '../ui/icon.js';

/** Tells an admin who needs a second step until when a password is enough. */
export function FactorDue({ onAccount }: { onAccount: () => void }) {
  const due = useMeQuery().data?.second_factor_due;
  if (!due) return null;
  return (
    <div className="note factor-due" role="status">
      <Icon name="alert" />
      <span>{say(words.due, { time: dateTime(Date.parse(due)) })}</span>
      <Button variant="default" size="sm" onClick={onAccount}>
        {words.setUp}
      </Button>
    </div>
  );
}
