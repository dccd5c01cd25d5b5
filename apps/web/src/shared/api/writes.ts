/** What was last written to a field. */
interface Written {
  /** The order of that write, when it began. */
  readonly begun: number;
  /** What it has answered, and when in that order. */
  readonly value: unknown;
  readonly at: number;
}
type Fields = Record<string, unknown>;

/** Counts beginnings and ends of calls, so that these can be ordered. */
let clock = 0;
/** The fields that writes have changed, by the id of what they belong to. */
const written = new Map<string, Map<string, Written>>();

/** What is answered of a field under other names. */
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  logo: ['logo_url'],
  dynamic_price_interval: ['dynamic_price_interval', 'own_dynamic_price_interval'],
  active: ['subscription_active', 'subscription_end_date', 'isSubscriptionValid', 'isSubscriptionExpired'],
  until: ['snoozed_until'],
};

/**
 * Notes that a write of these fields begins. The result takes the answer: of it only what was sent counts, and of that only what
 * no later write has been answered to have changed, because an answer says the whole entity as it was when it was made, and answers
 * overtake each other.
 */
export function beginWrite(id: string, sent: object): (answer: object) => Fields {
  const names = sentNames(sent);
  const begun = (clock += 1);
  const fields = written.get(id) ?? new Map<string, Written>();
  written.set(id, fields);
  return (answer) => {
    const current = Object.entries(answer).filter(([name]) => names.includes(name) && (fields.get(name)?.begun ?? 0) <= begun);
    clock += 1;
    for (const [name, value] of current) fields.set(name, { begun, value, at: clock });
    return Object.fromEntries(current);
  };
}

/** Notes that a read begins. The result says what writes have answered since then, which the read may not know. */
export function beginRead(): (id: string) => Fields {
  const begun = (clock += 1);
  return (id) => {
    const later = [...(written.get(id) ?? [])].filter(([, { at }]) => at > begun);
    return Object.fromEntries(later.map(([name, { value }]) => [name, value]));
  };
}

/** Of JSON or a form. */
function sentNames(sent: object): string[] {
  const names = sent instanceof FormData ? [...sent.keys()] : Object.keys(sent);
  return names.flatMap((name) => FOLLOWING[name] ?? [name]);
}
