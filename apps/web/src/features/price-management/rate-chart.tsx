import type { HistoryPoint } from '@sarafa/contracts';
import { groupRupees, kolkataTime } from '@sarafa/domain';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';

const HEIGHT = 220;
const AXIS_WIDTH = 84;
const DAY_S = 86_400;
/** The shortest time that is shown: what has just begun is a line too, and no dot at the edge. */
const LEAST_S = 600;
/** Beside the first and the last rate, in shares of the time that is shown. */
const AIR = 0.02;
const MARGIN = 0.01;
/** A line through so few would hardly be seen. */
const FEW = 12;

interface Props {
  readonly points: readonly HistoryPoint[];
  readonly label: string;
}

/** uPlot draws on a canvas: small, and no style element that the page's policy would refuse. */
export default function RateChart({ points, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current!;
    // The last rate is held until now.
    const now = Date.now() / 1_000;
    const xs = [...points.map(({ at }) => Date.parse(at) / 1_000), now];
    const ys = [...points.map(({ rate }) => rate), points[points.length - 1]!.rate];
    const chart = new UPlot(optionsOf(element, [Math.min(xs[0]!, now - LEAST_S), now], points.length < FEW), [xs, ys], element);
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [points]);
  return <div className="chart" ref={box} role="img" aria-label={label} />;
}

function optionsOf(element: HTMLElement, [from, to]: readonly [number, number], withDots: boolean): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: colour('--s-ink-3'), font, grid: { stroke: colour('--s-line'), width: 1 }, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    scales: {
      x: { time: true, range: [Math.max(from, to - DAY_S) - AIR * (to - from), to + AIR * (to - from)] },
      // Around the rates and not from zero: a day moves them by a percent or two.
      y: { range: (_, low, high) => [low - MARGIN * low, high + MARGIN * high] },
    },
    cursor: { drag: { x: false, y: false } },
    // Few quotes make steps: between two of them the rate was held.
    series: [
      {},
      { stroke: colour('--s-accent'), width: 2, paths: UPlot.paths.stepped!({ align: 1 }), points: { show: withDots } },
    ],
    axes: [
      { ...axis, values: (_, seconds) => seconds.map((second) => kolkataTime(second * 1_000)) },
      { ...axis, size: AXIS_WIDTH, values: (_, rates) => rates.map((rate) => `₹${groupRupees(Math.round(rate))}`) },
    ],
  };
}
