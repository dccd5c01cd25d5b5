/** Who is told of the changes of something outside of React. `subscribe` is what `useSyncExternalStore` takes. */
export class Changes {
  private readonly listeners = new Set<() => void>();

  /** The result ends the subscription. */
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}
