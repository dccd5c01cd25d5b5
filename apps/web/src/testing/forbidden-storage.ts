/** Imitates a browser whose storage can't be reached at all, or takes nothing more. The result ends that. */
export function forbidStorage(how: 'denied' | 'full' = 'denied'): () => void {
  const names = ['localStorage', 'sessionStorage'] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(window, name), window[name]] as const);
  const refuse = (): never => {
    throw new DOMException('The request was denied.', how === 'full' ? 'QuotaExceededError' : 'SecurityError');
  };
  for (const [name, , storage] of before) {
    const full = { getItem: (key: string) => storage.getItem(key), removeItem: (key: string) => storage.removeItem(key) };
    const get = how === 'full' ? () => ({ ...full, setItem: refuse, clear: () => storage.clear() }) : refuse;
    Object.defineProperty(window, name, { configurable: true, get });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(window, name, descriptor);
      else delete (window as Partial<Window>)[name];
    }
  };
}
