import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';

type Attributes = { key: string; value: Record<string, unknown> }[];

/** The part of an OTLP request over HTTP that is read here: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
interface Exported {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[];
}

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attributes;
  status: { code?: number };
}

export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  readonly service: unknown;
  readonly attributes: Record<string, unknown>;
}

/** A collector that receives spans and keeps them. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The paths of the requests. */
  readonly paths = new Set<string>();
  private readonly server = createServer((request, response) => {
    void this.take(request).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async take(request: IncomingMessage): Promise<void> {
    this.paths.add(`${request.method} ${request.url}`);
    const { resourceSpans } = (await json(request)) as Exported;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = plain(resource.attributes)['service.name'];
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, service, attributes: plain(span.attributes) });
      }
    }
  }
}

function plain(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
