import type { StateKey } from '@sarafa/contracts';

/** A value of the state cache. */
export interface StateEntry {
  readonly stateKey: StateKey;
  readonly id: string;
  rev: number;
  /** undefined until it is known; null when the owner has published nothing, or a tombstone. */
  value: unknown;
  /** The number of open streams that use this entry. An entry in use isn't dropped. */
  pins: number;
  /** Whether the entry was read since the last search for one to drop. */
  used: boolean;
  /** `Bus.reconnections` at the last read from KV. With an older number a change may have been missed. */
  connection: number;
}

/** Of entries that no open stream uses. Those in use are as many as the streams make them. */
const MAX_UNUSED = 50_000;

/** The bounded set of a state cache's entries. */
export class StateEntries {
  private readonly bySubject = new Map<string, StateEntry>();
  /** The same entries by state key and id, because building a subject for each look-up would cost more than the look-up. */
  private readonly byKey = new Map<StateKey, Map<string, StateEntry>>();
  /** Those without pins by subject, so that a search doesn't visit the ten thousands that are in use. */
  private readonly unused = new Map<string, StateEntry>();

  constructor(private readonly most = MAX_UNUSED) {}

  of(stateKey: StateKey, id: string): StateEntry | undefined {
    return this.byKey.get(stateKey)?.get(id);
  }

  /** `subject` is that of the entry's changes. */
  ofSubject(subject: string): StateEntry | undefined {
    return this.bySubject.get(subject);
  }

  has(entry: StateEntry): boolean {
    return this.of(entry.stateKey, entry.id) === entry;
  }

  all(): StateEntry[] {
    return [...this.bySubject.values()];
  }

  add(entry: StateEntry): void {
    const { stateKey, id } = entry;
    const subject = subjectOf(stateKey, id);
    this.bySubject.set(subject, entry);
    this.unused.set(subject, entry);
    const ofKey = this.byKey.get(stateKey) ?? new Map<string, StateEntry>();
    this.byKey.set(stateKey, ofKey.set(id, entry));
  }

  remove({ stateKey, id }: StateEntry): void {
    const subject = subjectOf(stateKey, id);
    this.bySubject.delete(subject);
    this.unused.delete(subject);
    this.byKey.get(stateKey)?.delete(id);
  }

  /** Keeps the entry until the returned function is called. */
  pin(entry: StateEntry): () => void {
    const subject = subjectOf(entry.stateKey, entry.id);
    entry.pins++;
    this.unused.delete(subject);
    return () => {
      entry.pins--;
      if (entry.pins === 0 && this.has(entry)) this.unused.set(subject, entry);
    };
  }

  /** The second-chance algorithm: here as good as least-recently-used, and a read costs only a flag. */
  dropOne(): void {
    let chances = this.unused.size;
    if (chances <= this.most) return;
    for (const [subject, entry] of this.unused) {
      if (!entry.used) return this.remove(entry);
      entry.used = false;
      // To the end, so that the next search begins behind this entry.
      this.unused.delete(subject);
      this.unused.set(subject, entry);
      if (--chances === 0) return;
    }
  }
}

/** The subject of a value's changes. */
export function subjectOf(stateKey: StateKey, id: string): string {
  return `$KV.${stateKey.bucket}.${stateKey.key(id)}`;
}
