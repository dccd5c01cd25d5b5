import { createHash } from 'node:crypto';
import { accountState, AppError, rateCards, texts } from '@sarafa/contracts';
import { kolkataDayNumber } from '@sarafa/domain';
import { requireAllAccounts, requireTimeToAnswer, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { answered } from '../storage/answered.js';
import { Objects } from '../storage/objects.js';
import { cardChanges } from './card-changes.js';
import { cardContent, hasRate, saidPrices } from './card-content.js';
import { CARD_DESIGN, cardPicture } from './card-picture.js';
import { cardText } from './card-text.js';
import { RateCardsRepository } from './rate-cards.repository.js';

type Asked = z.infer<typeof rateCards.make.input>;
type MadeCard = z.infer<typeof rateCards.make.output>;

/** Where the pictures of cards are, in the bucket. */
export const CARDS = 'rate-cards/';
const URL_OF = '/media/';
/** Of a shop: as many as one state has shapes and themes. */
const MOST_PICTURES = 16;
/** A picture takes some twenty megabytes and twenty milliseconds of a processor while it is drawn. */
const AT_ONCE = 4;
/** By then whoever has asked has given up. */
const MOST_WAITING = 100;
/** Whoever has asked waits little longer for the whole card. */
const LOGO_MS = 3_000;

/** Makes each card of a shop once, and keeps what the shop's cards said. */
@Injectable()
export class RateCardsService {
  private readonly drawn = pLimit(AT_ONCE);

  constructor(
    private readonly shops: RateCardsRepository,
    private readonly objects: Objects,
    private readonly state: StateCache,
  ) {}

  async make({ userId, board, shape, theme, format }: Asked): Promise<MadeCard> {
    const content = cardContent(board);
    if (!hasRate(content)) throw new AppError('UNAVAILABLE', texts.errors.ratesNotAvailable);
    await this.requireShop(userId);
    const said = content.isSample ? undefined : saidPrices(content);
    const { said_before, pictures } = await this.shops.say(userId, kolkataDayNumber(Date.now()), said);
    const changes = cardChanges(content, content.isSample ? null : said_before);
    if (format === 'text') return { text: cardText(content, changes) };
    const all = JSON.stringify([CARD_DESIGN, content, [...changes], shape, theme]);
    const key = `${CARDS}${userId}/${createHash('sha256').update(all).digest('hex').slice(0, 24)}.png`;
    // A picture on record may be gone, as from a restored S3.
    if (!pictures.includes(key) || !(await this.objects.find(key))) {
      if (this.drawn.pendingCount >= MOST_WAITING) throw new AppError('UNAVAILABLE', texts.errors.partDown);
      await this.drawn(async () => {
        // Nobody waits any more for what has waited that long.
        requireTimeToAnswer(1);
        const logo = await answered(this.logoOf(content.logo), LOGO_MS).catch(() => {
          throw new AppError('UNAVAILABLE', texts.errors.partDown);
        });
        await this.keep(userId, key, await cardPicture({ content, changes, shape, theme }, logo));
      });
    }
    return { path: URL_OF + key };
  }

  /** A NATS that has lost its data knows no shop for a while. */
  private async requireShop(userId: string): Promise<void> {
    if ((await this.state.load(accountState, userId)) !== null) return;
    await requireAllAccounts(this.state);
    throw new AppError('NOT_FOUND', texts.errors.shopNotFound);
  }

  /** Removes all that is kept of a deleted shop. */
  async removeOf(userId: string): Promise<void> {
    await this.shops.remove(userId);
    await this.objects.removeBelow(`${CARDS}${userId}/`);
  }

  private async keep(userId: string, key: string, picture: Buffer): Promise<void> {
    const leftOut = await this.shops.addPicture(userId, key, MOST_PICTURES);
    await this.objects.put(key, picture, 'image/png');
    // The sweep removes the picture where the shop was deleted before it was stored.
    for (const former of leftOut) await this.objects.remove(former);
  }

  /** A card is made without a logo that isn't there. */
  private async logoOf(url: string): Promise<Buffer | undefined> {
    if (!url.startsWith(URL_OF)) return undefined;
    const key = url.slice(URL_OF.length);
    const object = await this.objects.find(key);
    const bytes = object && (await this.objects.read(key, 0, object.bytes));
    return bytes && buffer(bytes);
  }
}
