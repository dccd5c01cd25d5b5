// Records what was asked of the product and how it answered, and works out which values may therefore be stored.

/**
 * How long a change without an answer may still take effect: the longest time that a call waits, plus the time for which a
 * server is stopped.
 */
const UNKNOWN_MS = 30_000;
const KEPT = 60;

export class History {
  entries = [];
  startedAt = performance.now();

  note(text) {
    this.entries.push(`${((performance.now() - this.startedAt) / 1_000).toFixed(2)} ${text}`);
    if (this.entries.length > 20_000) this.entries.splice(0, 10_000);
  }

  /** The part of the history that concerns one thing, with the faults around it, so that a failure can be explained. */
  about(word) {
    const isWanted = (entry) => entry.includes('FAULT') || entry.includes('HEALED') || (word && entry.includes(word));
    return this.entries.filter(isWanted).slice(-KEPT);
  }
}

/** One value that one writer changes, one change after the other. */
export class Register {
  /** In which order values were tried, and which of them was acknowledged last. */
  turns = new Map();
  tries = 0;
  acknowledgedTurn = 0;

  /** @param {string} name @param {unknown} value what stands at first */
  constructor(name, value, history) {
    this.name = name;
    this.acknowledged = value;
    this.unknown = [];
    this.history = history;
  }

  /** `change` resolves with an answer that has a status, or rejects when there was none. */
  async set(value, change) {
    this.turns.set(JSON.stringify(value), ++this.tries);
    const { status } = await change().catch(() => ({ status: 0 }));
    this.history.note(`${this.name} = ${JSON.stringify(value)}: ${status}`);
    if (status >= 200 && status < 300) {
      Object.assign(this, { acknowledged: value, unknown: [], acknowledgedTurn: this.turnOf(value) });
    } else if (status === 0 || status >= 500) this.unknown.push({ value, until: performance.now() + UNKNOWN_MS });
  }

  turnOf(value) {
    return this.turns.get(JSON.stringify(value));
  }

  may() {
    return [this.acknowledged, ...this.unknown.map(({ value }) => value)];
  }

  /** The value that was seen after a calm period counts as stored from now on. */
  settle(value) {
    this.acknowledged = value;
    this.unknown = this.unknown.filter(({ until }) => until > performance.now());
  }
}
