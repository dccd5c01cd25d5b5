import { workers } from '../shared/release/workers.js';

const UPDATE_MS = 3_600_000;
const RETRY_MS = 60_000;

/**
 * Registers the service worker, which brings the board back without a network. Browsers allow a worker only with TLS or on this
 * machine. A board runs for months, so it looks for a new worker once an hour; `ReleaseFollower` looks sooner when the server
 * has another release. Where the first installation fails, the browser forgets the worker: it is registered again after a minute,
 * and then at intervals that double.
 */
export function registerServiceWorker(): void {
  const container = workers();
  if (!container) return;
  let retryMs = RETRY_MS;
  const register = async (isAgain: boolean) => {
    const registration = await container.register('/sw.js');
    if (isAgain) await registration.update();
  };
  const look = (isAgain: boolean) => {
    const again = () => {
      setTimeout(() => look(true), container.controller ? UPDATE_MS : retryMs);
      retryMs = Math.min(UPDATE_MS, retryMs * 2);
    };
    // Without a network there can be no newer worker, and the installed one goes on working.
    register(isAgain).then(again, again);
  };
  look(false);
}
