import { type ErrorCode, HttpError, routes } from '@sarafa/contracts';
import { waitFor } from '@testing-library/react';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Reply = { readonly status: number; readonly body: unknown };
export interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly token: string | undefined;
  /** A form's fields, files by their name. */
  readonly body: unknown;
}

/** The portal's outside world: the API, answering in the contracts' shapes and in no other. */
export class FakeApi {
  readonly asked: Asked[] = [];
  private readonly replies = new Map<string, Reply>();
  private readonly held = new Map<string, Promise<void>>();

  install(): this {
    Object.assign(globalThis, { fetch: (path: string, init: RequestInit) => this.fetch(path, init) });
    return this;
  }

  /** Parsed by the route's own schema, where the contracts have the route already. */
  reply(method: Method, path: string, body: unknown): this {
    const route = routes.find((one) => one.method === method.toLowerCase() && fits(one.path, path));
    this.replies.set(`${method} ${path}`, { status: route?.status ?? 200, body: route ? route.output.parse(body) : body });
    return this;
  }

  refuse(
    method: Method,
    path: string,
    error: { status: number; code: ErrorCode; message: string; details?: { path: string; message: string }[] },
  ): this {
    const { status, ...rest } = error;
    this.replies.set(`${method} ${path}`, { status, body: HttpError.parse({ statusCode: status, requestId: 'r', ...rest }) });
    return this;
  }

  /** Answers wait until what this gives is called. */
  hold(method: Method, path: string): () => void {
    let release = () => undefined as void;
    this.held.set(`${method} ${path}`, new Promise((resolve) => (release = resolve)));
    return () => release();
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

  private async fetch(url: string, init: RequestInit): Promise<unknown> {
    const path = url.replace(/^\/api/, '');
    const method = (init.method ?? 'GET') as Method;
    const token = (init.headers as Record<string, string>).authorization?.replace('Bearer ', '');
    this.asked.push({ method, path, token, body: read(init.body) });
    await this.held.get(`${method} ${path}`);
    const reply = this.replies.get(`${method} ${path}`);
    if (!reply) throw new TypeError('Failed to fetch');
    return { ok: reply.status < 400, status: reply.status, json: async () => reply.body };
  }
}

function fits(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

function read(body: BodyInit | null | undefined): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (!(body instanceof FormData)) return undefined;
  return Object.fromEntries([...body.entries()].map(([name, value]) => [name, value instanceof File ? value.name : value]));
}
