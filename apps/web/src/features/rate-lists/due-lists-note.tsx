import { limits } from '@sarafa/contracts';
import { listDueSince } from '@sarafa/domain';
import { Link } from 'react-router-dom';
import { useRateListsQuery } from '../../shared/api/rate-lists.api.js';
import { RATE_LISTS } from '../../shared/links.js';
import { May } from '../../shared/session/may.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useMinute } from '../../shared/use-minute.js';

/** Says which lists weren't set by their reminder time (rule 3.24). It is there while it is empty, for screen readers. */
export function DueListsNote() {
  const { data = [] } = useRateListsQuery(undefined, { pollingInterval: limits.statusPollMs });
  const now = useMinute();
  return (
    <div role="status" className="lawnote">
      {data.map((list) => {
        const due = listDueSince(list, now);
        return (
          due !== null && (
            <p key={list.id}>
              <StateWord tone="warn">{say(words.dueNote, { name: list.name, time: recently(due, now) })}</StateWord>{' '}
              <May needs="operator">
                <Link className="link" to={RATE_LISTS} aria-label={say(words.about, { what: words.setNow, name: list.name })}>
                  {words.setNow}
                </Link>
              </May>
            </p>
          )
        );
      })}
    </div>
  );
}
