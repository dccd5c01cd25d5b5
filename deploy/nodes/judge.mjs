// What a fault may cost, and a row that tells what it cost.

const QUICK_MS = 3_000;
const CHANGE_MS = 5_000;
/** After the election of a new primary, or of a new leader of a stream. */
const AFTER_ELECTION_MS = 3_000;
/** After a majority is back. */
const BACK_MS = 10_000;
/** Until all boards have a quote that is younger than the end of the fault, unless streams have no leader for longer. */
const QUOTE_MS = 10_000;
const READS = ['board', 'portal', 'file', 'token'];
/** What the tool asks the servers themselves. */
const SERVERS = ['nats', 'mongo'];
/** They give rights or take them away, which a stream of NATS must acknowledge. */
const OF_RIGHTS = ['sign-in', 'password', 'sign-out', 'subscription'];
const OTHERS = ['sign-in', 'upload'];

const inSeconds = (ms) => (ms / 1_000).toFixed(1);

/** Each limit that was passed, in words. */
export function judge({ fault, outages, healedAt, wrong, wentBack, quoteMs, errors, ended, whole }) {
  const passed = wrong.map(({ what }) => what);
  for (const [kind, { outages: all }] of Object.entries(outages)) {
    if (SERVERS.includes(kind)) continue;
    const most = limitOf(kind, fault, outages);
    const back = Math.max(healedAt + BACK_MS, OF_RIGHTS.includes(kind) ? ledAgain(outages) : 0);
    const lasts = ({ ms, until }) => ms > most && (!fault.isAway || until > back);
    const { ms, until, series } = all.find(lasts) ?? {};
    if (!series) continue;
    const since = fault.isAway ? `, and until ${inSeconds(until - healedAt)} s after a majority was back` : '';
    passed.push(`${kind}: ${inSeconds(ms)} s without a success, more than ${inSeconds(most)} s${since}: ${series}`);
  }
  if (wentBack.length > 0) passed.push(`${wentBack.length} times an older value stood than an acknowledged one`);
  const quotedWithin = Math.max(QUOTE_MS, ledAgain(outages) - healedAt);
  if (!(quoteMs <= quotedWithin)) passed.push(`not all boards have a new quote ${inSeconds(quotedWithin)} s after the fault`);
  if (errors.length > 0) passed.push(`${errors.length} lines of level error`);
  for (const label of ended) passed.push(`${label} ended by itself`);
  return [...passed, ...whole];
}

function limitOf(kind, { hits }, outages) {
  if (hits === 'mongo') return outages.mongo.ms + AFTER_ELECTION_MS;
  if (OF_RIGHTS.includes(kind)) return Math.max(CHANGE_MS, outages.nats.ms + AFTER_ELECTION_MS);
  return READS.includes(kind) ? QUICK_MS : CHANGE_MS;
}

/** Until when what a stream must acknowledge may be missing after streams have had no leader. */
function ledAgain({ nats }) {
  return (nats.outages[0]?.until ?? 0) + AFTER_ELECTION_MS;
}

const COLUMNS = ['fault', 'lost', 'back', ...SERVERS, ...READS, ...OTHERS, 'change', 'oldest', 'quote', 'errors', ''];
const WIDTHS = [20, 4, 4, 5, 5, 6, 6, 6, 6, 7, 6, 18, 6, 6, 6, 4];
const padded = (cells) => cells.map((cell, index) => String(cell).padEnd(WIDTHS[index])).join(' ');

/** The heads of the rows; times are seconds, and the longest of their kind. */
export const HEAD = padded(COLUMNS);

export function row({ name, outages, wrong, wentBack, oldestRateMs, quoteMs, errors }, passed) {
  const of = (kind) => inSeconds(outages[kind]?.ms ?? 0);
  const changes = Object.entries(outages).filter(([kind]) => ![...SERVERS, ...READS, ...OTHERS].includes(kind));
  const [[kind, change]] = changes.sort(([, one], [, two]) => two.ms - one.ms);
  // Both gateways may show the same loss.
  const lost = new Set(wrong.filter(({ isLost }) => isLost).map(({ about }) => about));
  return padded([
    ...[name, lost.size, wentBack.length, ...[...SERVERS, ...READS, ...OTHERS].map(of)],
    change.ms > 0 ? `${inSeconds(change.ms)} ${kind}` : '0.0',
    ...[inSeconds(oldestRateMs), quoteMs === undefined ? 'none' : inSeconds(quoteMs), errors.length],
    passed.length === 0 ? 'ok' : 'FAIL',
  ]);
}

/** Each kind that failed, with how often and why. */
export function details(outages, startedAt) {
  return Object.entries(outages)
    .filter(([, { ms }]) => ms > 0)
    .map(
      ([
        kind,
        {
          ms,
          outages: [{ from }],
          calls,
          whys,
        },
      ]) => {
        const span = `${inSeconds(ms)} s from ${inSeconds(from - startedAt)} s on`;
        return `${kind}: ${span}; of ${calls} calls failed ${JSON.stringify(whys)}`;
      },
    );
}
