import { Button } from '@mantine/core';
import { kolkataTime } from '@sarafa/domain';
import { limits } from '@sarafa/contracts';
import { useState } from 'react';
import { serverNow } from '../../../shared/requests/server-time.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { TimeField } from '../../../shared/ui/time-field.js';
import { useMinute } from '../../../shared/use-minute.js';
import { closingToday, keepClosing, offeredClosing } from './hold-times.js';

const { hold: words } = dashboardTexts;

/** Holds the rates till a time of today. It stays when rates can't be held for a while, and so does the time in it. */
export function ClosingForm({ isOff, onHold }: { isOff: boolean; onHold: (until: number) => Promise<void> }) {
  const [offered] = useState(() => offeredClosing(serverNow()));
  const [time, setTime] = useState(offered);
  // What is ahead now may be over in a minute.
  useMinute();
  const until = closingToday(time, serverNow());
  const submit = () => {
    if (until === undefined || isOff) return;
    // The time that is offered in an early morning isn't when the shop closes.
    if (time !== offered) keepClosing(time);
    void onHold(until);
  };
  return (
    <form
      className="hold__closing"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TimeField
        label={words.closingTime}
        value={time}
        error={until === undefined && time !== '' ? say(words.outside, { hours: limits.holdHours }) : undefined}
        onChange={setTime}
      />
      <Button type="submit" variant="filled" {...asDisabled(until === undefined || isOff)}>
        {until === undefined ? words.title : say(words.till, { time: kolkataTime(until) })}
      </Button>
    </form>
  );
}
