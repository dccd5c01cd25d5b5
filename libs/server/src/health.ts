import { Injectable } from '@nestjs/common';

type Check = () => Promise<void>;

export interface Readiness {
  readonly ready: boolean;
  /** The result of each check: `ok`, or the reason why not. */
  readonly checks: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 1_500;

/** The checks of what an app needs for its work. The app is ready when all of them pass. */
@Injectable()
export class Health {
  private readonly checks = new Map<string, Check>();
  private phase: 'starting' | 'open' | 'closing' = 'starting';

  /** `check` throws while what it asks doesn't answer. */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
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
    return { ready: answers.every(([, answer]) => answer === 'ok'), checks: Object.fromEntries(answers) };
  }
}

async function ask(check: Check): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('does not answer')), CHECK_TIMEOUT_MS);
  });
  return Promise.race([check(), late])
    .then(
      () => 'ok',
      (error: Error) => error.message || 'down',
    )
    .finally(() => clearTimeout(timer));
}
