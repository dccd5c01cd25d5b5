import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { Metal } from '@sarafa/contracts';
import { freePort } from '../ports.js';
import { type Fault, type FeedPrices, PROVIDERS, type Provider, marketWith } from './feed-state.js';
import { ANSWERS, type Answer, type FeedKeys, REFUSALS } from './provider-answers.js';

/** `goldApi` is `gold-api` in addresses, and in the product's settings, in capitals, `GOLD_API`. */
const prefixOf = (name: Provider) => `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const settingOf = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase();
const providerOf = (path: string) => PROVIDERS.find((name) => path.startsWith(`${prefixOf(name)}/`));
const each = <T>(make: (provider: Provider) => T) =>
  Object.fromEntries(PROVIDERS.map((provider) => [provider, make(provider)])) as Record<Provider, T>;

/**
 * Stands in for the providers of market prices: answers in their recorded shapes over real HTTP, each provider below a prefix
 * of its own.
 */
export class MarketFeed {
  /** The base addresses, for the product's `GOLD_API_URL` and so on. */
  readonly urls: Record<Provider, string>;
  readonly keys: FeedKeys = { goldapiIo: 'goldapi-io-key', metalsDev: 'metals-dev-key', metalpriceapi: 'metalpriceapi-key' };
  /** The fault of all providers that have none of their own. */
  fault: Fault = 'none';
  /** The fault of one provider; 'none' exempts it from `fault`. */
  faults: Partial<Record<Provider, Fault>> = {};
  /** What one provider says in place of the prices of all. */
  own: Partial<Record<Provider, Partial<FeedPrices>>> = {};
  /** The `Retry-After` of a 429. */
  retryAfterSeconds = 1;
  /** The number of requests so far and their times, by `Date.now()`. */
  readonly requests = each(() => ({ count: 0, times: [] as number[] }));
  /** Answers requests outside of the providers' prefixes. */
  other = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(404).end();
  private prices: FeedPrices = { gold: '351234.56', silver: '4321.12' };
  /** The poll that gold-api.com answers metal by metal: the paths that were asked, and the prices when it began. */
  private readonly poll = { paths: new Set<string>(), prices: this.prices };

  static async start(port?: number, host = '127.0.0.1'): Promise<MarketFeed> {
    const server = createServer();
    server.listen(port ?? (await freePort()), host);
    await once(server, 'listening');
    // A spec that forgets to close the feed must not hang.
    if (port === undefined) server.unref();
    return new MarketFeed(server);
  }

  private constructor(private readonly server: Server) {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The feed has no port');
    this.urls = each((provider) => `http://127.0.0.1:${address.port}${prefixOf(provider)}`);
    server.on('request', (request, response) => this.serve(request, response));
  }

  /** Sets the prices from now on. */
  set(prices: FeedPrices): void {
    this.prices = prices;
  }

  /** The prices that are served now. */
  get current(): Readonly<FeedPrices> {
    return this.prices;
  }

  /** The environment that makes the product ask this feed instead of the real providers. */
  get env(): Record<string, string> {
    return {
      ...Object.fromEntries(PROVIDERS.map((name) => [`${settingOf(name)}_URL`, this.urls[name]])),
      ...Object.fromEntries(Object.entries(this.keys).map(([name, key]) => [`${settingOf(name)}_KEY`, key])),
    };
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    // Requests that the fault `timeout` left without an answer would keep the server open.
    this.server.closeAllConnections();
    await closed;
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://feed');
    const provider = providerOf(url.pathname);
    if (!provider) {
      this.other(request, response);
      return;
    }
    this.requests[provider].count += 1;
    this.requests[provider].times.push(Date.now());
    const fault = this.faults[provider] ?? this.fault;
    if (fault === 'timeout') return;
    if (fault === 'html') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<!doctype html><title>Just a moment...</title><h1>Checking your browser</h1>');
      return;
    }
    const answer = this.answer(provider, fault, url, request);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      ...(fault === '429' ? { 'retry-after': String(this.retryAfterSeconds) } : {}),
    };
    response.writeHead(answer.status, headers).end(answer.body);
  }

  private answer(provider: Provider, fault: Fault, url: URL, request: IncomingMessage): Answer {
    if (fault === '500') return { status: 500, body: '{"error":"Internal Server Error"}' };
    if (fault === '429') return { status: 429, body: '{"error":"Too Many Requests"}' };
    if (fault === 'refusal') return REFUSALS[provider];
    const question = {
      path: url.pathname.slice(prefixOf(provider).length),
      query: url.searchParams,
      header: (name: string) => request.headers[name]?.toString(),
      keys: this.keys,
    };
    const prices = provider === 'goldApi' ? this.pricesOfPoll(question.path) : this.prices;
    const answer = ANSWERS[provider](marketWith({ ...prices, ...this.own[provider] }, fault), question);
    if (!answer) return { status: 404, body: '{"error":"Not Found"}' };
    return fault === 'garbage' ? { ...answer, body: answer.body.slice(0, answer.body.length / 2) } : answer;
  }

  /**
   * All metals of a poll have the prices of one moment. Otherwise prices that are set while a poll runs would make a quote of the old
   * price of one metal and the new one of another, and specs would find one quote more than they have said.
   */
  private pricesOfPoll(path: string): FeedPrices {
    const { paths } = this.poll;
    if (paths.has(path) || paths.size === Metal.options.length) paths.clear();
    if (paths.size === 0) this.poll.prices = this.prices;
    paths.add(path);
    return this.poll.prices;
  }
}
