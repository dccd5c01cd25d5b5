import { createHash } from 'node:crypto';
import {
  AppError,
  CustomTables,
  PriceSnapshot,
  type RateCardQuery,
  rateCards,
  ShopDashboard,
  type ShownBoard,
  texts,
} from '@sarafa/contracts';
import { kolkataDayNumber } from '@sarafa/domain';
import { RpcClient } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Answer } from '../boards/answer.js';
import { BoardAnswers } from '../boards/board-answers.js';

type MadeCard = z.infer<typeof rateCards.make.output>;

/** `state` is the same for the picture and the text of one state. */
export type Card = MadeCard & { readonly state: string };

/** The cards of a shop's present state, which media has made. */
interface Kept {
  /** What the cards say, and the day, whose beginning changes what they are compared with. */
  readonly of: string;
  readonly cards: Map<string, Promise<MadeCard>>;
  readonly state: string;
}

const MOST_SHOPS = 20_000;

/** The rate cards of shops. Media is asked once for each state of a board: only the path of a picture is kept here. */
@Injectable()
export class RateCards {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly answers: BoardAnswers,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * The card of what the shop's board shows now: its text, or the path of its picture. Throws what a board's reads throw, and
   * `UNAVAILABLE` where no row has a rate.
   */
  async of(userId: string, query: RateCardQuery): Promise<Card> {
    const board = this.boardOf(userId) ?? (await this.answers.load(userId), this.boardOf(userId));
    // Missing prices mean that there is no rate yet; any other missing part comes from a service that is away.
    if (!board) throw new AppError('UNAVAILABLE', texts.errors[this.answers.prices(userId) ? 'partDown' : 'ratesNotAvailable']);
    const { cards, state } = this.keptOf(userId, board);
    // A text is the same for all shapes and themes.
    const asked = query.format === 'text' ? { ...query, shape: 'post' as const, theme: 'plain' as const } : query;
    const which = `${asked.format} ${asked.shape} ${asked.theme}`;
    let card = cards.get(which);
    if (!card) {
      const shown: ShownBoard = {
        dashboard: read(ShopDashboard, board.dashboard),
        prices: read(PriceSnapshot, board.prices),
        customTables: read(CustomTables, board.customTables),
      };
      cards.set(which, (card = this.rpc.call(rateCards.make, { userId, ...asked, board: shown }, { role: 'public' })));
      card.catch(() => cards.delete(which));
    }
    return { ...(await card), state };
  }

  /** After this the cards are made anew, as where a file of theirs is gone in a restored S3. */
  forget(userId: string): void {
    this.kept.delete(userId);
  }

  /** From memory; undefined while a part isn't known. */
  private boardOf(userId: string): Record<keyof ShownBoard, Answer> | undefined {
    const [dashboard, prices] = [this.answers.profile(userId), this.answers.prices(userId)];
    const customTables = this.answers.customTables(userId);
    return dashboard && prices && customTables && { dashboard, prices, customTables };
  }

  private keptOf(userId: string, { dashboard, prices, customTables }: Record<keyof ShownBoard, Answer>): Kept {
    const tags = [dashboard, prices, customTables].map((answer) => answer.as(undefined).etag);
    const of = [...tags, kolkataDayNumber(Date.now())].join(' ');
    let kept = this.kept.get(userId);
    if (kept?.of !== of) {
      this.kept.delete(userId);
      if (this.kept.size >= MOST_SHOPS) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(userId, (kept = { of, cards: new Map(), state: createHash('sha256').update(of).digest('base64url') }));
    }
    return kept;
  }
}

function read<T>(contract: z.ZodType<T>, answer: Answer): T {
  return contract.parse(JSON.parse(answer.text));
}
