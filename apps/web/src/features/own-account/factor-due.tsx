import { Button } from '@mantine/core';
import { useMeQuery } from '../../shared/api/me.api.js';
import { dateTime } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { secondStepTexts as words } from '../../shared/texts/second-step-texts.js';
import { Icon } from '../../shared/ui/icon.js';

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
