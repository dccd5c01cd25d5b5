import { dutiesOf, entriesOf, limits, offeredMetals } from '@sarafa/contracts';
import { groupRupees, kolkataTime } from '@sarafa/domain';
import { useImportDutyQuery, useNextDutyQuery } from '../../shared/api/market.api.js';
import { dayOfYear } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { Failed } from '../../shared/ui/failed.js';

const { duty, chart } = priceTexts;
const { next: words } = duty;

/** A change of duty that is configured and not in force yet (rule 10.18). */
export function NextDutySection() {
  const present = useImportDutyQuery().data;
  const { data, isError, isFetching, refetch } = useNextDutyQuery(undefined, {
    pollingInterval: limits.statusPollMs,
    refetchOnMountOrArgChange: true,
  });
  if (isError && !data) return <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />;
  const next = data?.next;
  if (!next || !present) return null;
  const at = Date.parse(next.from);
  const percents = dutiesOf(present);
  const rates = [
    [chart.gold, next.gold_24k],
    [chart.silver, next.silver],
  ] as const;
  return (
    <section className="nextduty">
      <h2>{say(words.heading, { day: dayOfYear(at), time: kolkataTime(at) })}</h2>
      <ul>
        {entriesOf(dutiesOf(next), offeredMetals).map(([metal, then]) => (
          <li key={metal}>{say(words.percent, { metal: duty[metal], now: percents[metal], then })}</li>
        ))}
        {rates.map(([what, rate]) => (
          <li key={what} className="num">
            {rate ? say(words.rate, { what, ...rupees(rate) }) : say(words.noRate, { what })}
          </li>
        ))}
      </ul>
      <p>{say(words.boards, { count: next.boards, boards: groupRupees(next.boards) })}</p>
      <p className="dim">{words.note}</p>
    </section>
  );
}

function rupees({ now, next }: { now: number; next: number }) {
  const by = groupRupees(Math.abs(next - now));
  return { now: groupRupees(now), then: groupRupees(next), by, move: next > now ? 'up' : next < now ? 'down' : 'same' };
}
