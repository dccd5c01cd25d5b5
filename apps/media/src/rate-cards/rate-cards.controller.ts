import { rateCards } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { RateCardsService } from './rate-cards.service.js';

@Controller()
export class RateCardsController {
  constructor(private readonly cards: RateCardsService) {}

  @Handles(rateCards.make)
  make(input: z.infer<typeof rateCards.make.input>) {
    return this.cards.make(input);
  }
}
