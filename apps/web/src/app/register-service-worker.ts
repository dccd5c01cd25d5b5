const UPDATE_MS = 3_600_000;

/**
 * Registers the service worker, which brings the board back without a network. Browsers allow a worker only with TLS or on this
 * machine. A board runs for months, so it looks for a new worker once an hour; `ReleaseFollower` looks sooner when the server
 * has another release.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = async () => {
    const registration = await navigator.serviceWorker.register('/sw.js');
    setInterval(() => registration.update().catch(() => undefined), UPDATE_MS);
  };
  // Without a network there can be no newer worker, and the installed one goes on working.
  register().catch(() => undefined);
}
