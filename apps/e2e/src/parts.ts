import { freePort, type RunningApp, startApp } from '@sarafa/testing';

export const PARTS = ['users', 'auth', 'pricing', 'media', 'settings', 'gateway'] as const;

export type Parts = Record<(typeof PARTS)[number], RunningApp>;

/**
 * Every part in a process of its own, so that specs can end them one by one. What ends them is added to `cleanups`;
 * `nodeArgs` are for Node itself, `envOf` what differs, by part.
 */
export async function startParts(
  env: Record<string, string>,
  cleanups: (() => Promise<unknown>)[],
  nodeArgs: Partial<Record<(typeof PARTS)[number], string[]>> = {},
  envOf: (part: (typeof PARTS)[number]) => Record<string, string> = () => ({}),
): Promise<Parts> {
  const mediaPort = String(await freePort());
  const shared = { ...env, MEDIA_PORT: mediaPort, MEDIA_URL: `http://127.0.0.1:${mediaPort}` };
  const started = PARTS.map(async (name): Promise<[string, RunningApp]> => {
    const app = await startApp(name, { env: { ...shared, ...envOf(name) }, nodeArgs: nodeArgs[name] ?? [] });
    cleanups.push(() => app.stop('SIGKILL'));
    return [name, app];
  });
  return Object.fromEntries(await Promise.all(started)) as Parts;
}
