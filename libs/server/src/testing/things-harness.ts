import { mongod, natsServer, type Server, until } from '@sarafa/testing';
import { stateKey } from '@sarafa/contracts';
import { afterAll, beforeAll } from '@jest/globals';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type Connection, type HydratedDocument, type Model } from 'mongoose';
import { z } from 'zod';
import { Bus } from '../nats/bus.js';
import { AuditTrail } from '../mongo/audit-trail.js';
import { DocumentPublisher } from '../mongo/document-publisher.js';
import { Metrics } from '../metrics.js';
import { indexUnpublished, Published, PublishedRepository } from '../mongo/published-document.js';
import { StateCache } from '../state/state-cache.js';
import { StatePublisher } from '../state/state-publisher.js';

const Count = z.object({ count: z.number() });
/** Values that a document publisher publishes. */
export const counts = stateKey('things/*.count', Count);

@Schema({ collection: 'things' })
export class Thing extends Published {
  @Prop({ type: String, required: true }) name!: string;
  @Prop({ type: Number, default: 0 }) count!: number;
}

class ThingsRepository extends PublishedRepository<Thing> {
  constructor(model: Model<Thing>, trail: AuditTrail) {
    super(model, trail);
  }
}

export class ThingsAudit extends AuditTrail {
  constructor(db: Connection, metrics = new Metrics()) {
    super(db, 'things_audit_entries', 100, metrics);
  }
}

class ThingsPublisher extends DocumentPublisher<Thing> {
  /** Called when all documents have been offered. */
  onCompleted?: () => Promise<void>;

  protected override async completed(): Promise<void> {
    await this.onCompleted?.();
  }

  protected valuesOf({ id, count }: HydratedDocument<Thing>) {
    return [{ stateKey: counts, id: id as string, value: { count } }];
  }
}

/** Documents, their publisher, and a reader of what is published. */
class ThingsHarness {
  nats!: Server;
  mongo!: Server;
  db!: Connection;
  model!: Model<Thing>;
  bus!: Bus;
  publisher!: StatePublisher;
  cache!: StateCache;
  thingsPublisher!: ThingsPublisher;
  /** Sweeps only when a spec says so. */
  trail!: ThingsAudit;

  async open(): Promise<void> {
    [this.nats, this.mongo] = await Promise.all([natsServer(), mongod()]);
    this.db = await mongoose.createConnection(this.mongo.url).asPromise();
    this.model = this.db.model('Thing', indexUnpublished(SchemaFactory.createForClass(Thing))) as unknown as Model<Thing>;
    await this.model.init();
    this.bus = await Bus.connect(this.nats.url, 'spec');
    this.publisher = new StatePublisher(this.bus);
    this.cache = new StateCache(this.bus);
    this.trail = new ThingsAudit(this.db);
    const repository = new ThingsRepository(this.model, this.trail);
    this.thingsPublisher = new ThingsPublisher('things', repository, this.publisher, [counts], 100, new Metrics());
    this.thingsPublisher.onApplicationBootstrap();
  }

  async close(): Promise<void> {
    await this.thingsPublisher.onApplicationShutdown();
    this.cache.onApplicationShutdown();
    await this.bus.close();
    await this.db.close();
    await Promise.all([this.nats.remove(), this.mongo.remove()]);
  }

  counted(id: string): number | undefined {
    return this.cache.peek(counts, id)?.count;
  }

  /** Asks KV for a document until its value has `count`. */
  async published(id: string, count: number): Promise<void> {
    const { cache } = this;
    const loaded = async () => (await cache.load(counts, id).catch(() => null))?.count;
    await until(async () => (await loaded()) === count || this.counted(id) === count);
  }

  /** Runs `change` while NATS is down, and then starts NATS again. */
  async whileNatsIsDown(change: () => Promise<unknown>): Promise<void> {
    await this.nats.stop('SIGKILL');
    await change();
    await this.nats.start();
  }
}

/** Sets up one world for all specs of a file. */
export function thingsHarness(): ThingsHarness {
  const w = new ThingsHarness();
  beforeAll(() => w.open());
  afterAll(() => w.close());
  return w;
}
