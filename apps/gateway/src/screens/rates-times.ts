import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Answer } from '../boards/answer.js';

const Timed = z.object({ lastUpdated: z.string() });

/** The time of the rates in an answer, read once for each answer, which shops with the same rates share. */
@Injectable()
export class RatesTimes {
  private readonly read = new WeakMap<Answer, string>();

  of(answer: Answer | undefined): string | undefined {
    if (!answer) return undefined;
    let at = this.read.get(answer);
    if (at === undefined) this.read.set(answer, (at = Timed.parse(JSON.parse(answer.text)).lastUpdated));
    return at;
  }
}
