import { groupRupees, inKolkata, kolkataTime } from '@sarafa/domain';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { DAY_S, spanOf } from './chart-span.js';
import { say } from '../language/page-language.js';
import { historyTexts as words } from '../texts/history-texts.js';
import { usePageLanguage } from '../language/use-page-language.js';

const HEIGHT = 220;
const AXIS_WIDTH = 84;
/** A time on the axis needs this much, and half of it beside the last one. */
const TIME_WIDTH = 72;
const MARGIN = 0.01;
/** With fewer points than this, each point gets a dot, because a short line alone would hardly be seen. */
const FEW = 12;

/** From that time on, a rate in rupees. */
export interface ChartPoint {
  readonly at: string;
  readonly rupees: number;
}

interface Props {
  /** Oldest first, at least one. */
  readonly points: readonly ChartPoint[];
  /** The longest time that is shown, in seconds. */
  readonly longest?: number;
  /** The last rate is drawn up to this time, in milliseconds. */
  readonly now: number;
  readonly label: string;
}

/** uPlot is small and draws on a canvas, so it needs no style element, which the content security policy would refuse. */
export default function RateChart({ points, now: until, longest = DAY_S, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const language = usePageLanguage();
  useEffect(() => {
    const element = box.current!;
    // The last rate holds until now.
    const times = points.map(({ at }) => Date.parse(at) / 1_000);
    const now = Math.max(until / 1_000, times[times.length - 1]!);
    const xs = [...times, now];
    const ys = [...points.map(({ rupees }) => rupees), points[points.length - 1]!.rupees];
    const chart = new UPlot(optionsOf(element, spanOf(xs[0]!, now, longest), points.length < FEW), [xs, ys], element);
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
    // The axis has words.
  }, [points, until, longest, language]);
  return <div className="chart" ref={box} role="img" aria-label={label} />;
}

function optionsOf(element: HTMLElement, range: [number, number], withDots: boolean): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: colour('--s-ink-3'), font, grid: { stroke: colour('--s-line'), width: 1 }, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [null, TIME_WIDTH / 2, null, null],
    // So that the times on the axis are whole hours and days of the shop, wherever the browser is.
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Asia/Kolkata'),
    scales: {
      x: { time: true, range },
      // The scale goes around the rates and doesn't begin at zero, because a day moves them by a percent or two.
      y: { range: (_, low, high) => [low - MARGIN * low, high + MARGIN * high] },
    },
    cursor: { drag: { x: false, y: false } },
    // The line has steps, because the rate is held between two quotes.
    series: [
      {},
      { stroke: colour('--s-accent'), width: 2, paths: UPlot.paths.stepped!({ align: 1 }), points: { show: withDots } },
    ],
    axes: [
      {
        ...axis,
        space: TIME_WIDTH,
        values: (_, seconds) => seconds.map((second) => timeText(second * 1_000, range[1] - range[0])),
      },
      { ...axis, size: AXIS_WIDTH, values: (_, rates) => rates.map((rate) => `₹${groupRupees(Math.round(rate))}`) },
    ],
  };
}

/** The time of day, the day, or the month, as long as the chart is. */
function timeText(at: number, seconds: number): string {
  if (seconds <= 2 * DAY_S) return kolkataTime(at);
  const date = inKolkata(at);
  const month = words.months[date.getUTCMonth()]!;
  if (seconds > 100 * DAY_S) return say(words.axisMonth, { month, year: date.getUTCFullYear() });
  return say(words.axisDay, { day: date.getUTCDate(), month });
}
