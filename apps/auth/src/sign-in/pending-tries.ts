interface Key {
  /** All that run or wait for their turn; the key is forgotten when there are none. */
  callers: number;
  ended: number;
  readonly running: Set<Promise<unknown>>;
}

/** Tries that have begun and may still fail, by key: they count as failures until they end, or a burst would pass any limit. */
export class PendingTries {
  private readonly keys = new Map<string, Key>();

  /** Runs `work` when the key has a try left beside those that run; `left` asks how many haven't failed yet, or throws. */
  async run<T>(name: string, left: () => Promise<number>, work: () => Promise<T>): Promise<T> {
    const key = this.keys.get(name) ?? { callers: 0, ended: 0, running: new Set() };
    this.keys.set(name, key);
    key.callers++;
    try {
      return await whenFree(key, left, work);
    } finally {
      if (--key.callers === 0) this.keys.delete(name);
    }
  }
}

async function whenFree<T>(key: Key, left: () => Promise<number>, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const endedBefore = key.ended;
    const free = await left();
    // A try that ended meanwhile may be missing in both counts.
    if (key.ended !== endedBefore) continue;
    if (key.running.size < free) return start(key, work);
    await Promise.race([...key.running]);
  }
}

async function start<T>(key: Key, work: () => Promise<T>): Promise<T> {
  const result = work();
  const ended = result.catch(() => undefined);
  key.running.add(ended);
  try {
    return await result;
  } finally {
    key.ended++;
    key.running.delete(ended);
  }
}
