import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Actor, AppError, normalPassword, texts } from '@sarafa/contracts';
import { requireFreshCall } from '@sarafa/server';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { isCommonPassword } from './common-passwords.js';

/** The relative path is the same from `src` and from `dist`. */
const WORKER = fileURLToPath(new URL('../../worker/argon2.mjs', import.meta.url));
/** The most passwords that wait. The caller of a further one would give up before its turn. */
const MAX_WAITING = 60;
/** Within this time the passwords that wait now have had their turn. */
const RETRY_SECONDS = 5;
/** The hash of a password that nobody knows. It is checked when there is no account, so that the answer takes the same time. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$x9WzxsmOrQvFFQMjpViwPQ$eyTcpdB0Fhf7yKVSOlK5MmsnJ/RzdbU71HKp98XgkrU';

/**
 * Hashes and checks passwords in a few threads of low priority. So sign-ins never delay boards, and a burst of sign-ins takes a
 * bounded amount of memory.
 */
@Injectable()
export class Passwords implements OnApplicationShutdown {
  private readonly log = new Logger(Passwords.name);
  private readonly threads = new Piscina({
    filename: WORKER,
    maxThreads: Math.max(1, availableParallelism() - 1),
    minThreads: 1,
    maxQueue: MAX_WAITING,
    niceIncrement: 10,
  });

  constructor() {
    // Without a listener the process would end, though its other threads go on.
    this.threads.on('error', (error: Error) => this.log.warn(`No further thread could be started: ${error.message}`));
  }

  /** The hash of a password that somebody sets. Throws `INVALID_INPUT` for a common one, and what `hash` throws. */
  async hashNew(password: string): Promise<string> {
    if (isCommonPassword(normalPassword(password))) {
      const message = texts.accounts.commonPassword;
      throw new AppError('INVALID_INPUT', message, [{ path: 'password', message }]);
    }
    return this.hash(password);
  }

  /**
   * The hash of a password that an admin sets for another account. Throws `FORBIDDEN` for the admin's own account, which needs the
   * current password, and after an older sign-in: a stolen token must not become a password (rules 2.15 and 2.17).
   */
  async hashForOther(actor: Actor, id: string, password: string): Promise<string> {
    if (actor.role !== 'public' && actor.id === id) throw new AppError('FORBIDDEN', texts.login.currentNeeded);
    requireFreshCall();
    return this.hashNew(password);
  }

  /** argon2id of the password's one form. Throws `UNAVAILABLE` when too many wait. */
  hash(password: string): Promise<string> {
    return this.inTurn('hash', normalPassword(password));
  }

  /**
   * Without a `passwordHash` the answer is false, after the time that a check takes. Throws `UNAVAILABLE` when too many wait.
   */
  async isRight(password: string, passwordHash: string | undefined): Promise<boolean> {
    // A password that was set before passwords had one form is right as it was typed then.
    for (const form of new Set([normalPassword(password), password])) {
      const matches = await this.inTurn<boolean>('verify', { passwordHash: passwordHash || DECOY, password: form });
      if (matches) return !!passwordHash;
    }
    return false;
  }

  /** Lets running checks finish. */
  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }

  private async inTurn<T>(name: 'hash' | 'verify', task: unknown): Promise<T> {
    if (this.threads.queueSize >= MAX_WAITING) throw new AppError('UNAVAILABLE', texts.accounts.busy, undefined, RETRY_SECONDS);
    return (await this.threads.run(task, { name })) as T;
  }
}
