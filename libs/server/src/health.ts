import { AppError } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';

type Check = () => Promise<void>;

interface Readiness {
  /** Whether work may be sent to the app. */
  readonly ready: boolean;
  /** Whether the app can do all of its work. */
  readonly whole: boolean;
  /** The result of each check: `ok`, or the reason why not. */
  readonly checks: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 1_500;

/** What `work` answers. Throws `UNAVAILABLE` after `ms` milliseconds without an answer. */
export async function answeredIn<T>(ms: number, work: T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('UNAVAILABLE', 'does not answer')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The checks of what an app needs for its work. The app is ready when all of them pass, or those without which it can do nothing. */
@Injectable()
export class Health {
  private readonly checks = new Map<string, Check>();
  private needed?: readonly string[];
  private phase: 'starting' | 'open' | 'closing' = 'starting';

  /** `check` throws while what it asks doesn't answer. */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /**
   * Only these checks decide whether the app is ready, for an app whose requests are routed by its readiness: what it can't do
   * meanwhile is said by the answer of the request that needs it.
   */
  need(...names: string[]): void {
    this.needed = names;
  }

  /** Called when the app has started; from then on the checks decide. */
  open(): void {
    this.phase = 'open';
  }

  /** Makes the app not ready, so that no new work is sent to it. */
  close(): void {
    this.phase = 'closing';
  }

  async readiness(): Promise<Readiness> {
    const answers = await Promise.all([...this.checks].map(async ([name, check]) => [name, await ask(check)] as const));
    answers.push(['process', this.phase === 'open' ? 'ok' : this.phase]);
    const failing = answers.filter(([, answer]) => answer !== 'ok').map(([name]) => name);
    const needed = this.needed && ['process', ...this.needed];
    return {
      ready: !failing.some((name) => !needed || needed.includes(name)),
      whole: failing.length === 0,
      checks: Object.fromEntries(answers),
    };
  }
}

async function ask(check: Check): Promise<string> {
  return answeredIn(CHECK_TIMEOUT_MS, check()).then(
    () => 'ok',
    (error: Error) => error.message || 'down',
  );
}
