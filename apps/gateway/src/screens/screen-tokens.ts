import { AppError, boardScreens, REMOVED_SCREEN, type ScreenTokenClaims, screensComplete, texts } from '@sarafa/contracts';
import { type CheckedTokens, screenTokens, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { RemovedScreens } from '../gone-ids.js';

/** Finds whose screen's token it is, from the published keys and the shop's published screens. */
@Injectable()
export class ScreenTokens {
  private readonly checked: CheckedTokens<ScreenTokenClaims>;

  constructor(
    private readonly state: StateCache,
    private readonly removed: RemovedScreens,
  ) {
    this.checked = screenTokens(state);
    state.nullOnlyIf(boardScreens, async () => (await state.ask(screensComplete, '')) !== null);
  }

  /**
   * The claims of an `Authorization` header. Throws `UNAUTHENTICATED`, also for a screen that was removed, or `UNAVAILABLE`
   * when it can't be known whether the screen is still there.
   */
  async of(authorization: string | undefined): Promise<ScreenTokenClaims> {
    const claims = await this.checked.of(authorization);
    const own = await this.state.loadCurrent(boardScreens, claims.shop);
    if (own?.screens.some(({ id }) => id === claims.sub)) return claims;
    if (await this.removed.isGone(claims.sub)) throw removedScreen();
    throw new AppError('UNAVAILABLE', texts.errors.partDown);
  }
}

function removedScreen(): AppError {
  const message = texts.screens.notFound;
  return new AppError('UNAUTHENTICATED', message, [{ path: REMOVED_SCREEN, message }]);
}
