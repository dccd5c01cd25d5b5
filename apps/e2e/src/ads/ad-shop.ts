import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type OwnAdvertisement, texts, UploadedAdvertisement } from '@sarafa/contracts';
import type { SignedInCaller } from '@sarafa/testing';
import { newShop, removeAds, upload } from '../shared/ads.js';
import { harness, type Harness, QUICK } from '../shared/harness.js';

/** A product with one shop, for all specs of a file; its ads are removed after each spec. */
export class AdShop {
  w!: Harness;
  admin!: SignedInCaller;
  shop!: SignedInCaller;

  constructor() {
    beforeAll(async () => {
      this.w = await harness({ env: { AD_GRACE_MS: '300' }, withFiles: true, pace: QUICK });
      this.admin = await this.w.admin();
      this.shop = await newShop(this.w.product, this.admin);
    });
    afterEach(() => removeAds(this.shop));
    afterAll(() => this.w.end());
  }

  async stored(bytes: Buffer<ArrayBuffer>, name: string): Promise<OwnAdvertisement> {
    const answer = await upload(this.shop, bytes, name);
    const message = texts.uploads.stored;
    expect([name, answer.status, answer.body]).toEqual([name, 201, expect.objectContaining({ message })]);
    return UploadedAdvertisement.parse(answer.body).advertisement;
  }

  async onBoard(): Promise<OwnAdvertisement[]> {
    return (await this.w.json(`/advertisements/public/${this.shop.userId}`)) as unknown as OwnAdvertisement[];
  }

  async bytesOf(path: string): Promise<Buffer> {
    return Buffer.from(await (await this.w.get(path)).arrayBuffer());
  }
}
