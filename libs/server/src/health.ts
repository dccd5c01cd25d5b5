import { Injectable } from '@nestjs/common';

type Check = () => Promise<void>;

export interface Readiness {
  readonly ready: boolean;
  /** What each check says: `ok`, or why not. */
  readonly checks: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 1_500;

/** What an app needs in order to do its work; it is ready when all of it answers. */
@Injectable()
export class Health {
  private readonly checks = new Map<string, Check>();
  private phase: 'starting' | 'open' | 'closing' = 'starting';

  /** `check` throws while what it asks doesn't answer. */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** The app has started: from now on the checks decide. */
  open(): void {
    this.phase = 'open';
  }

  /** From now on not ready: no new work, please. */
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
