/** What a browser keeps of a page. Where it keeps nothing, because storage is forbidden or full, it lasts as long as the page. */
class Kept {
  private readonly memory = new Map<string, string>();

  /** `storage` may throw already when it is asked for. */
  constructor(private readonly storage: () => Storage) {}

  get(name: string): string | null {
    const inMemory = this.memory.get(name);
    if (inMemory !== undefined) return inMemory;
    try {
      return this.storage().getItem(name);
    } catch {
      return null;
    }
  }

  /** Answers whether it is there when the page was loaded again. */
  set(name: string, value: string): boolean {
    try {
      this.storage().setItem(name, value);
      this.memory.delete(name);
      return true;
    } catch {
      this.memory.set(name, value);
      return false;
    }
  }

  remove(name: string): void {
    this.memory.delete(name);
    this.forget(name);
  }

  /** Removes it from the browser; what is in memory stays. */
  forget(name: string): void {
    try {
      this.storage().removeItem(name);
    } catch {
      return;
    }
  }
}

/** In all tabs, until it is removed. */
export const kept = new Kept(() => localStorage);
/** In this tab alone. */
export const keptInTab = new Kept(() => sessionStorage);
