import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that a spec may start and forget: it neither keeps Jest waiting nor outlives Jest. */
export function guarded(child: ChildProcess): ChildProcess {
  child.unref();
  child.channel?.unref();
  for (const pipe of [child.stdout, child.stderr]) (pipe as { unref?(): void } | null)?.unref?.();
  if (child.pid === undefined) return child;
  // The pipe closes however this process ends, also by kill -9; an 'exit' listener would miss most of these ends.
  const guard = spawn('sh', ['-c', 'read _; kill -9 "$1" 2>/dev/null', 'guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Resolves when the process has ended, at once when it already has. */
export async function exited(child: ChildProcess): Promise<Exit> {
  if (child.exitCode === null && child.signalCode === null) {
    // An awaited process must keep the event loop alive, a forgotten one must not.
    child.ref();
    await once(child, 'exit');
  }
  return { code: child.exitCode, signal: child.signalCode };
}
