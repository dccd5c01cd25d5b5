import type { ChildProcess, SpawnOptions } from 'node:child_process';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export function startGuarded(command: string, args: string[], options?: SpawnOptions & { forgettable?: boolean }): ChildProcess;
export function exited(child: ChildProcess): Promise<Exit>;
export function ready(child: ChildProcess, isReady: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void>;
export function eachLine(child: ChildProcess, onLine: (line: string) => void): void;
