const UPDATE_MS = 3_600_000;

/**
 * The worker brings the board back without network. Only pages by TLS or from this machine may have one. A board runs for
 * months, so it asks for new releases itself; what comes of them is `ReleaseFollower`'s.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = async () => {
    const registration = await navigator.serviceWorker.register('/sw.js');
    setInterval(() => registration.update().catch(() => undefined), UPDATE_MS);
  };
  // Without network there is no newer worker to be had, and the one in place goes on.
  register().catch(() => undefined);
}
