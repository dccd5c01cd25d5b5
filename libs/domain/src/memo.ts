/**
 * Keeps what was computed, at most twice `most` values: those that weren't asked for while `most` others were are forgotten. A book of
 * prices may live for days, and people change their rows and margins meanwhile.
 */
export class Memo<K, V> {
  private young = new Map<K, V>();
  private old = new Map<K, V>();

  constructor(private readonly most: number) {}

  /** The value under `key`, made on first use. */
  kept(key: K, make: () => V): V {
    let value = this.young.get(key);
    if (value !== undefined) return value;
    value = this.old.get(key) ?? make();
    if (this.young.size >= this.most) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
    return value;
  }
}
