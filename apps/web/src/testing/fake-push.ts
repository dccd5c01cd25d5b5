/** A worker of the fake browser. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'activated';
}

/** Imitates a browser's Web Push for specs: permission, service worker, subscriptions and the cache that the worker reads. */
export class FakePush {
  permission: NotificationPermission = 'default';
  /** What the person answers when asked. */
  answer: NotificationPermission = 'granted';
  /** Whether a worker that is registered has to be settled first. */
  isInstalling = false;
  fails = false;
  readonly registered: string[] = [];
  subscription: PushSubscription | null = null;
  private count = 0;
  private worker = new FakeWorker();
  private readonly cached = new Map<string, string>();
  private readonly before = new Map<string, PropertyDescriptor | undefined>();

  install(): this {
    const registration = {
      active: this.worker,
      pushManager: { getSubscription: async () => this.subscription, subscribe: this.subscribe },
    };
    this.define(globalThis, 'isSecureContext', true);
    this.define(globalThis, 'PushManager', class {});
    this.define(globalThis, 'Notification', this.notification());
    this.define(
      globalThis,
      'Response',
      class {
        constructor(readonly text: string) {}
      },
    );
    this.define(globalThis, 'caches', {
      open: async () => ({ put: async (path: string, { text }: { text: string }) => void this.cached.set(path, text) }),
    });
    const container = {
      getRegistration: async () => (this.subscription ? registration : undefined),
      register: async (path: string) => {
        this.registered.push(path);
        if (this.isInstalling) this.worker = Object.assign(new FakeWorker(), { state: 'installing' });
        return { ...registration, active: this.isInstalling ? null : this.worker, waiting: null, installing: this.worker };
      },
    };
    this.define(navigator, 'serviceWorker', Object.assign(new EventTarget(), container));
    return this;
  }

  uninstall(): void {
    for (const [name, descriptor] of this.before) {
      const owner = name === 'serviceWorker' || name === 'userAgent' ? navigator : globalThis;
      if (descriptor) Object.defineProperty(owner, name, descriptor);
      else Reflect.deleteProperty(owner, name);
    }
    this.before.clear();
  }

  /** This browser gets a shop's alarms since an earlier visit. */
  async keptFor(userId: string, id: string): Promise<void> {
    this.permission = 'granted';
    await this.subscribe({ userVisibleOnly: true, applicationServerKey: Uint8Array.of(1, 2, 3) });
    localStorage.setItem('sarafa.alarms', JSON.stringify({ id, userId }));
  }

  /** The worker that is being installed becomes active, or doesn't. */
  settle(state: ServiceWorkerState): void {
    this.worker.state = state;
    this.worker.dispatchEvent(new Event('statechange'));
  }

  without(name: 'isSecureContext' | 'PushManager'): void {
    if (name === 'PushManager') Reflect.deleteProperty(globalThis, name);
    else this.define(globalThis, name, false);
  }

  asApplePhone(): void {
    this.without('PushManager');
    this.define(navigator, 'userAgent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  }

  /** What the worker reads. */
  kept(): unknown {
    return JSON.parse([...this.cached.values()][0] ?? 'null');
  }

  private readonly subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit): Promise<PushSubscription> => {
    if (this.fails) throw new DOMException('Registration failed', 'AbortError');
    const endpoint = `https://push.example/${(this.count += 1)}`;
    const subscription = {
      options: { userVisibleOnly: true, applicationServerKey: (applicationServerKey as Uint8Array<ArrayBuffer>).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'cDI1', auth: 'YXV0' } }),
      unsubscribe: async () => {
        if (this.subscription === subscription) this.subscription = null;
        return true;
      },
    } as unknown as PushSubscription;
    this.subscription = subscription;
    return subscription;
  };

  private notification(): unknown {
    return Object.defineProperty({ requestPermission: async () => (this.permission = this.answer) }, 'permission', {
      get: () => this.permission,
    });
  }

  private define(owner: object, name: string, value: unknown): void {
    if (!this.before.has(name)) this.before.set(name, Object.getOwnPropertyDescriptor(owner, name));
    Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  }
}
