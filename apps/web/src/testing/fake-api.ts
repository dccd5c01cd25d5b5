import { type ErrorCode, HttpError, IDEMPOTENCY_HEADER } from '@sarafa/contracts';
import { httpApi } from '@sarafa/contracts/http-api';
import { waitFor } from '@testing-library/react';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };
export interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly token: string | undefined;
  /** The request's idempotency key. */
  readonly repeatKey: string | undefined;
  /** A form's fields; a file is represented by its name. */
  readonly body: unknown;
}

/** Imitates the API for specs of the portal. Its answers have the shapes of the contracts. */
export class FakeApi {
  readonly asked: Asked[] = [];
  /** The server's time as the answers' `Date` header; none by default. */
  date?: string;
  /** Whether there is no network. */
  isAway = false;
  private readonly replies = new Map<string, Reply>();
  private readonly held = new Map<string, Promise<void>>();
  private readonly lost = new Set<string>();

  install(): this {
    Object.assign(globalThis, {
      fetch: (path: string, init: RequestInit) => this.fetch(path, init),
      XMLHttpRequest: fakeRequest((path, init) => this.fetch(path, init)),
    });
    return this;
  }

  /** The body is parsed by the route's own schema, where the contracts have the route. */
  reply(method: Method, path: string, body: unknown): this {
    const asked = `${method} ${path.split('?')[0]}`;
    const [, route] = Object.entries(httpApi).find(([name]) => fits(name, asked)) ?? [];
    if (!route) throw new Error(`There is no route ${asked}`);
    this.replies.set(`${method} ${path}`, { status: route.status, body: route.answer.parse(body) });
    return this;
  }

  refuse(
    method: Method,
    path: string,
    error: {
      status: number;
      code: ErrorCode;
      message: string;
      details?: { path: string; message: string }[];
      challenge?: string;
    },
  ): this {
    const { status, ...rest } = error;
    this.replies.set(`${method} ${path}`, { status, body: HttpError.parse({ statusCode: status, requestId: 'r', ...rest }) });
    return this;
  }

  /** Answers what another release of the server would. */
  answer(method: Method, path: string, body: unknown, headers?: Readonly<Record<string, string>>): this {
    this.replies.set(`${method} ${path}`, { status: 200, body, ...(headers && { headers }) });
    return this;
  }

  asReleased(method: Method, path: string, changes: object): this {
    const { status, body } = this.replies.get(`${method} ${path}`)!;
    this.replies.set(`${method} ${path}`, { status, body: { ...(body as object), ...changes } });
    return this;
  }

  /** Holds answers back until the returned function is called. */
  hold(method: Method, path: string): () => void {
    let release = () => undefined as void;
    this.held.set(`${method} ${path}`, new Promise((resolve) => (release = resolve)));
    return () => release();
  }

  /** The answer to the next call is lost on its way. */
  lose(method: Method, path: string): this {
    this.lost.add(`${method} ${path}`);
    return this;
  }

  sent(method: Method, path: string): Asked[] {
    return this.asked.filter((one) => one.method === method && one.path === path);
  }

  async next(method: Method, path: string): Promise<Asked> {
    await waitFor(() => {
      if (this.sent(method, path).length === 0) throw new Error(`nobody asked ${method} ${path}`);
    });
    return this.sent(method, path)[0]!;
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    // A page that was left asks no more.
    if (init.signal?.aborted) throw new DOMException('Aborted', 'AbortError');
    const path = url.replace(/^\/api/, '');
    const method = (init.method ?? 'GET') as Method;
    const headers = (init.headers ?? {}) as Record<string, string>;
    const token = headers.authorization?.replace('Bearer ', '');
    this.asked.push({ method, path, token, repeatKey: headers[IDEMPOTENCY_HEADER], body: read(init.body) });
    await this.held.get(`${method} ${path}`);
    const reply = this.replies.get(`${method} ${path}`);
    if (!reply || this.isAway || this.lost.delete(`${method} ${path}`)) throw new TypeError('Failed to fetch');
    const { status, body, headers: own } = reply;
    const told: Readonly<Record<string, string | undefined>> = { date: this.date, 'content-type': typeOf(path, body), ...own };
    const answered = { get: (name: string) => told[name] ?? null } as Headers;
    const [json, text, blob] = [async () => body, async () => String(body), async () => new Blob([String(body)])];
    return { ok: status < 400, status, headers: answered, json, text, blob } as Response;
  }
}

/** Imitates the request that sends a form with a file: half of it is sent at once, the rest when the answer comes. */
function fakeRequest(ask: (path: string, init: RequestInit) => Promise<Response>) {
  return class {
    status = 0;
    responseText = '';
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    private url = '';
    private isStopped = false;
    private readonly headers: Record<string, string> = {};
    open(_: string, url: string): void {
      this.url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    abort(): void {
      this.isStopped = true;
      this.onabort?.();
    }
    send(body: FormData): void {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      const answer = ask(this.url, { method: 'POST', headers: this.headers, body });
      void answer.then(
        async (response) => {
          if (this.isStopped) return;
          this.upload.onprogress?.({ loaded: 2, total: 2 });
          this.status = response.status;
          this.responseText = JSON.stringify(await response.json());
          this.onload?.();
        },
        () => this.onerror?.(),
      );
    }
  };
}

function fits(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

function read(body: BodyInit | null | undefined): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (!(body instanceof FormData)) return undefined;
  return Object.fromEntries([...body.entries()].map(([name, value]) => [name, value instanceof File ? value.name : value]));
}

function typeOf(path: string, body: unknown): string {
  if (typeof body !== 'string') return 'application/json';
  return path.includes('.png') && !path.includes('format=text') ? 'image/png' : 'text/plain; charset=utf-8';
}
