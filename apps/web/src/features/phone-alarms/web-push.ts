import type { SentPushSubscription } from '@sarafa/contracts';

export type PushSupport = 'ok' | 'insecure' | 'install' | 'unsupported';

/** Whether this browser takes Web Push here. */
export function pushSupport(): PushSupport {
  if (!isSecureContext) return 'insecure';
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) return 'ok';
  return isOnApplePhone() ? 'install' : 'unsupported';
}

/** An iPhone or iPad gives Web Push to pages that were added to the home screen only. An iPad calls itself a Mac. */
function isOnApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/**
 * Subscribes this browser with the server's `key`. An earlier subscription is kept if it `isReused` and has this key, and is
 * given up otherwise.
 */
export async function subscribe(key: string, isReused: boolean): Promise<PushSubscription> {
  const { pushManager } = await activeWorker();
  const applicationServerKey = bytesOf(key);
  const before = await pushManager.getSubscription();
  if (before && isReused && isSame(before.options.applicationServerKey, applicationServerKey)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** As the server takes it, which checks it. */
export function sentSubscription(subscription: PushSubscription): SentPushSubscription {
  const { endpoint = '', keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

/** Whether both lead to this browser by the same address. A browser makes a new object for each question. */
export function isSameSubscription(one: PushSubscription | undefined, other: PushSubscription): boolean {
  return one?.toJSON().endpoint === other.toJSON().endpoint;
}

/** The registration of the worker that boards have too. A browser subscribes only with a worker that is active. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/sw.js');
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker || worker.state === 'activated') return registration;
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker could not be installed'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
  return registration;
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64Url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isSame(key: ArrayBuffer | null, other: Uint8Array): boolean {
  return key !== null && key.byteLength === other.length && new Uint8Array(key).every((byte, index) => byte === other[index]);
}
