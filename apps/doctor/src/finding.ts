/** How much it matters: boards are dark or old now; something doesn't work; something will be missed on a bad day. */
export const GRAVE = { boards: 1, work: 2, risk: 3 } as const;

/** Something that is wrong: a sentence what, and a sentence what to do. */
export interface Finding {
  readonly grave: (typeof GRAVE)[keyof typeof GRAVE];
  readonly wrong: string;
  readonly todo: string;
}

/** How long one question may take. */
export const PATIENCE_MS = 5_000;

export const runbook = (heading: string) => `docs/operations.md, ${heading}, says what to do`;

/** Rejects where no answer comes in time. */
export async function inTime<T>(answer: Promise<T>, ms = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1_000} seconds`)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The messages of an error and of what caused it: a driver often says the reason only there. */
export function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = cause.message || String(code ?? cause.name);
    if (!reasons.some((said) => said.includes(reason))) reasons.push(reason);
  }
  return reasons.join(': ') || String(error);
}

/** By how much clocks may differ. */
export const CLOCK_SECONDS = 5;

/** What a server's time says of the clock of this machine. */
export function clockFindings(server: string, serverTime: number): Finding[] {
  const seconds = Math.round((Date.now() - serverTime) / 1_000);
  if (Math.abs(seconds) <= CLOCK_SECONDS) return [];
  const wrong = `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of ${server}.`;
  return [{ grave: GRAVE.work, wrong, todo: `Let both machines take their time from NTP; ${runbook('SarafaClockOff')}.` }];
}
