import { SegmentedControl } from '@mantine/core';
import { type HistoryPoint, limits, type OfferedMetal, offeredMetals } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLastDayQuery } from '../../shared/api/market.api.js';
import { loadPart } from '../../shared/release/load-part.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { useMinute } from '../../shared/use-minute.js';
import { Failed } from '../../shared/ui/failed.js';
import { PartGuard } from '../../shared/ui/part-guard.js';

const { statusPollMs: pollingInterval } = limits;
const { chart: words } = priceTexts;
/** Only this page loads the chart's library. */
const RateChart = lazy(() => loadPart(() => import('../../shared/chart/rate-chart.js')));
const METALS = inWords(() => offeredMetals.map((metal) => ({ value: metal, label: words[metal] })));

/** The last quotes as a board without margins would have shown them. */
export function ChartSection() {
  const now = useMinute();
  const [metal, setMetal] = useState(offeredMetals[0]!);
  const { currentData, isError, isFetching, refetch } = useLastDayQuery(metal, { pollingInterval });
  const points = useMemo(() => currentData?.map(({ at, rate }) => ({ at, rupees: rate })), [currentData]);
  return (
    <section className="sheet block" aria-labelledby="chart-title">
      <div className="block__h">
        <h2 id="chart-title">{words.heading}</h2>
        <SegmentedControl
          aria-label={words.metal}
          data={METALS}
          value={metal}
          onChange={(value) => setMetal(value as OfferedMetal)}
        />
      </div>
      {currentData && points && points.length > 0 ? (
        <>
          <PartGuard>
            <Suspense fallback={<div className="chart" />}>
              <RateChart points={points} now={now} label={summaryOf(metal, currentData)} />
            </Suspense>
          </PartGuard>
          <p className="hint">{words.note}</p>
        </>
      ) : currentData ? (
        <p className="dim">{words.empty}</p>
      ) : isError ? (
        <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : (
        <div className="chart" aria-busy />
      )}
    </section>
  );
}

/** The text that describes the chart to a screen reader. */
function summaryOf(metal: OfferedMetal, points: readonly HistoryPoint[]): string {
  const rates = points.map(({ rate }) => rate);
  return say(words.summary, { what: words[metal], from: groupRupees(Math.min(...rates)), to: groupRupees(Math.max(...rates)) });
}
