import type { About } from '@sarafa/contracts';
import { CLOCK_SECONDS, type Finding, GRAVE, runbook } from './finding.js';

type Gauge = About['gauges'][number];

interface Rule {
  readonly grave: Finding['grave'];
  readonly isWrong: (value: number) => boolean;
  readonly wrong: (gauge: Gauge) => string;
  readonly alert: string;
}

const isAny = (value: number) => value > 0;

/** What services know of themselves and tell by metrics: the same that the alerts ask. */
const RULES: Readonly<Record<string, Rule>> = {
  sarafa_unpublished_documents: {
    ...{ grave: GRAVE.boards, isWrong: isAny, alert: 'SarafaStateUnpublished' },
    wrong: ({ labels, value }) =>
      `${value} ${labels['documents']} are saved in MongoDB and don't reach NATS, so boards don't show them.`,
  },
  sarafa_quotes_out_of_bounds: {
    ...{ grave: GRAVE.work, isWrong: isAny, alert: 'SarafaQuoteOutOfBounds' },
    wrong: () => 'The last accepted quote is outside of MARKET_BOUNDS.',
  },
  sarafa_sources_disagree: {
    ...{ grave: GRAVE.boards, isWrong: isAny, alert: 'SarafaSourcesDisagree' },
    wrong: ({ labels }) => `Two sources differ on ${labels['metal']} by more than the jump limit: one of them is wrong.`,
  },
  sarafa_removals_halted: {
    ...{ grave: GRAVE.work, isWrong: isAny, alert: 'SarafaRemovalsHalted' },
    wrong: ({ labels }) => `More ${labels['what']} seem to be of nobody than deletions can have left, so none is removed.`,
  },
  sarafa_unlogged_documents: {
    ...{ grave: GRAVE.work, isWrong: isAny, alert: 'SarafaChangesUnlogged' },
    wrong: ({ labels, value }) => `${value} ${labels['documents']} have changes that don't reach the log of changes.`,
  },
  sarafa_clock_ahead_seconds: {
    ...{ grave: GRAVE.work, isWrong: (value) => Math.abs(value) > CLOCK_SECONDS, alert: 'SarafaClockOff' },
    wrong: ({ labels, value }) =>
      `The clock of the machine of ${labels['app']} and that of NATS differ by ${Math.round(Math.abs(value))} s.`,
  },
};

export function gaugeFindings(replicas: About[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const gauge of replicas.flatMap(({ gauges }) => gauges)) {
    const rule = RULES[gauge.name];
    if (!rule?.isWrong(gauge.value)) continue;
    const { grave, alert } = rule;
    const wrong = rule.wrong(gauge);
    // Replicas say the same of one thing.
    findings.set(wrong, { grave, wrong, todo: `${runbook(alert)}.` });
  }
  return [...findings.values()];
}
