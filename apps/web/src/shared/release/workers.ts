/** Undefined without TLS, and in a frame that is sandboxed without its origin, where asking for service workers throws. */
export function workers(): ServiceWorkerContainer | undefined {
  return origin === 'null' ? undefined : navigator.serviceWorker;
}
