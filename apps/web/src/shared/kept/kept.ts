/**
 * What a browser keeps for the portal in all its tabs. Where it keeps nothing, because storage is forbidden or full, it lasts as
 * long as the page. Boards, whose script has to stay small, guard the little that they keep themselves.
 */
class Kept {
  private readonly memory = new Map<string, string>();

  get(name: string): string | null {
    const inMemory = this.memory.get(name);
    if (inMemory !== undefined) return inMemory;
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  /** Answers whether it is there when the page was loaded again. */
  set(name: string, value: string): boolean {
    try {
      localStorage.setItem(name, value);
      this.memory.delete(name);
      return true;
    } catch {
      this.memory.set(name, value);
      return false;
    }
  }

  /** Keeps it for as long as the page, and not in the browser. */
  hold(name: string, value: string): void {
    this.remove(name);
    this.memory.set(name, value);
  }

  /** The names that begin so. */
  names(beginning: string): string[] {
    const all = new Set(this.memory.keys());
    try {
      Object.keys(localStorage).forEach((name) => all.add(name));
    } catch {
      // Only what lasts as long as the page.
    }
    return [...all].filter((name) => name.startsWith(beginning));
  }

  remove(name: string): void {
    this.memory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      return;
    }
  }
}

export const kept = new Kept();
