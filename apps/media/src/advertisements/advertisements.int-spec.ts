import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boardAdvertisements } from '@sarafa/contracts';
import { Bus, type Running, StateCache } from '@sarafa/server';
import { database, type Database, mongod, natsServer, type Server, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { mediaApp } from '../media.app.js';

describe("a shop's ads", () => {
  let nats: Server;
  let mongo: Server;
  let db: Database;
  let bus: Bus;
  let app: Running;

  beforeAll(async () => {
    [nats, mongo] = await Promise.all([natsServer(), mongod()]);
    db = await database(mongo.url);
    bus = await Bus.connect(nats.url, 'spec');
    app = await mediaApp.start(mediaApp.config.parse({ NATS_URL: nats.url, MONGO_URL: mongo.url, SWEEP_MS: '100' }));
  });

  afterAll(async () => {
    await app.close();
    await bus.close();
    await db.close();
    await Promise.all([nats.remove(), mongo.remove()]);
  });

  it('are published as boards read them', async () => {
    const [shop, ad] = [new mongoose.Types.ObjectId(), new mongoose.Types.ObjectId()];
    const stored = { _id: ad, file_type: 'image', file_path: '/media/a.jpg', file_name: 'Diwali.jpg' };
    await db.collection('advertisements').insertOne({ _id: shop, advertisements: [stored], rev: 1, unpublished: true });
    const state = new StateCache(bus);
    const found = await until(() =>
      state
        .load(boardAdvertisements, shop.toHexString())
        .catch(() => null)
        .then((ads) => ads ?? state.peek(boardAdvertisements, shop.toHexString())),
    );
    const id = ad.toHexString();
    expect(found).toEqual([
      { id, _id: id, file_type: 'image', file_path: '/media/a.jpg', file_name: 'Diwali.jpg', duration: null },
    ]);
    state.onApplicationShutdown();
  });
});
