import { randomBytes, randomInt } from 'node:crypto';
import {
  type Actor,
  AppError,
  auth,
  limits,
  type Pairing,
  type Screen,
  type ScreenClaim,
  type SignedInActor,
  texts,
} from '@sarafa/contracts';
import { requireShop, requireSignedIn, RpcClient, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { ScreensService } from '../screens/screens.service.js';
import { secretHash } from '../secret-hash.js';
import { PairingsRepository } from './pairings.repository.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

const { letters, length } = limits.screens.code;
const SECRET_BYTES = 32;
/** A claim is over by then: its screen is made, or never will be. */
const CLAIM_MS = 30_000;

export interface WantedClaim extends ScreenClaim {
  /** The client's address. */
  readonly address: string;
}

/** Pairs TVs with shops (rules 14.1, 14.2 and 14.4). */
@Injectable()
export class PairingsService {
  constructor(
    private readonly pairings: PairingsRepository,
    private readonly wrongCodes: WrongCodesRepository,
    private readonly screens: ScreensService,
    private readonly state: StateCache,
    private readonly rpc: RpcClient,
  ) {}

  async open(network = ''): Promise<Pairing> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const hash = secretHash(secret);
    const expires = new Date(Date.now() + limits.screens.pairingMs);
    let code: string;
    do code = newCode();
    while (!(await this.pairings.add({ _id: hash, code, expires_at: expires, network })));
    // Counted after it was added, so that pairings that are opened at the same moment can't be more than may be open.
    const now = new Date();
    const isFull = (await this.pairings.countOpen(now)) > limits.screens.openPairings;
    if (isFull && !(await this.pairings.giveWay(hash, now))) {
      await this.pairings.remove(hash);
      throw new AppError('TOO_MANY_REQUESTS', texts.screens.tooManyPairings, undefined, 60);
    }
    return { code, secret, expiresAt: expires.toISOString() };
  }

  /**
   * Null while nobody has claimed it. Answered once, and a TV that says that it asks `again`, because the answer may have been lost, is
   * answered the same screen for a minute, or until that screen beats. Each answer has a token of its own: the lost one may still come.
   */
  async redeem(secret: string, again = false): Promise<{ token: string; screen: Screen } | null> {
    const now = new Date();
    const hash = secretHash(secret);
    const pairing = await this.pairings.find(hash, now);
    if (!pairing) throw gone();
    if (!pairing.claim) return null;
    const { screen: id, userId, at } = pairing.claim;
    const screen = await this.screens.find(id);
    if (pairing.redeemed_at) {
      // What isn't there was removed, and doesn't come any more; and a screen that has beaten has its token.
      if (!again || screen?.state !== 'never') throw gone();
    } else if (!screen && now.getTime() - at.getTime() < CLAIM_MS) return null;
    // Signed before the pairing is over, so that a failure leaves the TV its secret.
    const token = screen && (await this.rpc.call(auth.signScreen, { id, userId }, { role: 'public' })).token;
    const isFirst = await this.pairings.redeem(hash, now);
    if (!screen || !token || !(isFirst || again)) throw gone();
    return { token, screen };
  }

  /**
   * A claim that fails stays, unless it is certain that it has made no screen: the TV takes its token with its next question, and
   * whoever tries the same code again gets the same screen. Opened again, the code would make a second one.
   */
  async claim(actor: Actor, { code, name, userId: named, address }: WantedClaim): Promise<Screen> {
    requireSignedIn(actor);
    const userId = shopOf(actor, named);
    await requireShop(this.state, actor, userId);
    await this.wrongCodes.begin(userId, address);
    const wanted = { userId, by: actor.id, screen: await this.screens.newId(), at: new Date() };
    const claimed = (await this.pairings.claim(code, wanted)) ?? (await this.pairings.claimAgain(code, wanted));
    // Once the TV was answered, its screen isn't made again: one that isn't there was removed.
    const paired = claimed?.isRedeemed ? await this.screens.find(claimed.claim.screen) : undefined;
    if (!claimed || paired === null) throw new AppError('NOT_FOUND', texts.screens.codeNotFound);
    await this.wrongCodes.takeOff(userId, address);
    if (paired) return paired;
    try {
      return await this.screens.add(userId, { _id: claimed.claim.screen, name, paired_at: wanted.at });
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONFLICT') await this.pairings.unclaim(claimed);
      throw error;
    }
  }
}

function newCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

function gone(): AppError {
  return new AppError('NOT_FOUND', texts.screens.pairingNotFound);
}

/** A shop claims for itself, and an admin has to name the shop. */
function shopOf(actor: SignedInActor, named: string | undefined): string {
  if (actor.role === 'user') return named ?? actor.id;
  const message = texts.screens.shopNeeded;
  if (named === undefined) throw new AppError('INVALID_INPUT', `userId: ${message}`, [{ path: 'userId', message }]);
  return named;
}
