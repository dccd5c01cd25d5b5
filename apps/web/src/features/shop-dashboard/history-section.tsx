import { SegmentedControl, Select } from '@mantine/core';
import { HistorySpan, limits, type PricedRow, type RateHistory, type ShopDashboard } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useRateHistoryQuery } from '../../shared/api/rate-rows.api.js';
import { loadPart } from '../../shared/release/load-part.js';
import { rowTitle } from '../../shared/row-title.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { historyTexts as words } from '../../shared/texts/history-texts.js';
import { Failed } from '../../shared/ui/failed.js';
import { Icon } from '../../shared/ui/icon.js';
import { PartGuard } from '../../shared/ui/part-guard.js';
import { useMinute } from '../../shared/use-minute.js';
import { useOwnRatesQuery } from './shop-dashboard.api.js';

/** Loaded when it is first shown, with the chart's library. */
const RateChart = lazy(() => loadPart(() => import('../../shared/chart/rate-chart.js')));
const DAY_S = 86_400;
const LONGEST_S = { day: DAY_S, week: 7 * DAY_S, month: 30 * DAY_S, year: 365 * DAY_S } satisfies Record<HistorySpan, number>;
const SPANS = inWords(() => HistorySpan.options.map((value) => ({ value, label: words.spans[value] })));

/** What the shop's rows have cost, in the shop's own prices (rule 11.12). */
export function HistorySection({ shop }: { shop: ShopDashboard }) {
  // As the shop's boards have them, so that none is asked for that the server doesn't show yet.
  const { data, isError } = useOwnRatesQuery(shop.id, { skip: !shop.isSubscriptionValid });
  const isOver = data !== undefined || isError || !shop.isSubscriptionValid;
  const rows = data?.rows ?? (isOver ? [] : undefined);
  return (
    <section className="sheet" aria-labelledby="history-title">
      <div className="sheet__h">
        <h2 id="history-title">{words.title}</h2>
      </div>
      <div className="sheet__b">
        {!rows ? (
          <div className="chart" aria-busy />
        ) : rows.length > 0 ? (
          <History userId={shop.id} rows={rows} />
        ) : (
          <p className="dim">{words.noRows}</p>
        )}
      </div>
    </section>
  );
}

function History({ userId, rows }: { userId: string; rows: readonly PricedRow[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [span, setSpan] = useState<HistorySpan>('day');
  const row = rows.find(({ id }) => id === chosen) ?? rows[0]!;
  const { currentData, isError, isFetching, refetch } = useRateHistoryQuery(
    { userId, row: row.id, span },
    // The longer spans hardly change while somebody looks at them.
    { pollingInterval: span === 'day' ? limits.statusPollMs : 0 },
  );
  const drawn = useRef(row);
  useEffect(() => {
    const before = drawn.current;
    drawn.current = row;
    // Another margin changes the whole line, and a new quote its end.
    if (before.id === row.id && before.price !== row.price) void refetch();
  }, [row, refetch]);
  return (
    <>
      <div className="history__ask">
        <Select
          aria-label={words.row}
          data={rows.map((one) => ({ value: one.id, label: titleOf(one) }))}
          allowDeselect={false}
          rightSection={<Icon name="down" />}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          value={row.id}
          onChange={setChosen}
        />
        <SegmentedControl
          aria-label={words.span}
          data={SPANS}
          value={span}
          onChange={(value) => setSpan(value as HistorySpan)}
        />
      </div>
      {currentData && currentData.length > 0 ? (
        <Chart points={currentData} title={titleOf(row)} longest={LONGEST_S[span]} />
      ) : currentData ? (
        <p className="dim chart">{words.empty}</p>
      ) : isError ? (
        <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : (
        <div className="chart" aria-busy />
      )}
    </>
  );
}

function titleOf(row: PricedRow): string {
  const title = rowTitle(row);
  return row.side === 'buy' ? say(words.bought, { title }) : title;
}

function Chart({ points, title, longest }: { points: RateHistory; title: string; longest: number }) {
  const now = useMinute();
  const drawn = useMemo(() => points.map(({ at, price }) => ({ at, rupees: price })), [points]);
  const prices = points.map(({ price }) => price);
  const [low, high, last] = [Math.min(...prices), Math.max(...prices), prices[prices.length - 1]!];
  const label = say(words.summary, { row: title, from: groupRupees(low), to: groupRupees(high), last: groupRupees(last) });
  return (
    <>
      <PartGuard>
        <Suspense fallback={<div className="chart" />}>
          <RateChart points={drawn} now={now} longest={longest} label={label} />
        </Suspense>
      </PartGuard>
      <dl className="history__figures num">
        <Figure name={words.lowest} value={`₹${groupRupees(low)}`} />
        <Figure name={words.highest} value={`₹${groupRupees(high)}`} />
        <Figure name={words.change} value={changeText(prices[0]!, last)} />
      </dl>
      <p className="hint">{words.note}</p>
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function changeText(first: number, last: number): string {
  // Prices have at most two decimals, and a difference of floats may have more.
  const change = Math.round((last - first) * 100) / 100;
  if (change === 0) return '₹0';
  return `${change > 0 ? '▲' : '▼'} ₹${groupRupees(Math.abs(change))}`;
}
