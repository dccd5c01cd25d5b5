import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SentPushSubscription } from '@sarafa/contracts';
import ece from 'http_ece';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server that alarms are sent to: a push service, or the provider's webhook. */
export class AlarmReceiver {
  readonly received: Received[] = [];
  /** What it answers next, oldest first; 201 when there is none. */
  readonly answers: number[] = [];
  /** The paths at which it is broken. */
  readonly refuses = new Set<string>();
  /** The paths at which it answers late, each with how late; milliseconds. */
  readonly delays = new Map<string, number>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<AlarmReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
        const answer = () =>
          response.writeHead(receiver.refuses.has(request.url!) ? 503 : (receiver.answers.shift() ?? 201)).end();
        setTimeout(answer, receiver.delays.get(request.url!) ?? 0);
      });
    });
    const receiver = new AlarmReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** A phone that is subscribed at a push service, as its browser is. */
export class Phone {
  private readonly key = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  readonly path = `/push/${randomBytes(8).toString('hex')}`;

  constructor(private readonly service: AlarmReceiver) {
    this.key.generateKeys();
  }

  get subscription(): SentPushSubscription {
    const keys = { p256dh: this.key.getPublicKey('base64url'), auth: this.secret.toString('base64url') };
    return { endpoint: this.service.url + this.path, keys };
  }

  /** What it was sent, decrypted; throws for what only another phone can read. */
  get messages(): unknown[] {
    return this.service.at(this.path).map(({ headers, body }) => {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error(`Encoded as ${headers['content-encoding']}`);
      const options = { version: 'aes128gcm', privateKey: this.key, authSecret: this.secret.toString('base64url') } as const;
      return JSON.parse(ece.decrypt(body, options).toString()) as unknown;
    });
  }
}
