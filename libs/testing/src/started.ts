/** What a spec file has started and a failing test is to be explained by. */
interface Started {
  apps: { name: string; logs: string[] }[];
  browsers: object[];
}

/** `deploy/local/evidence.mjs` looks under the same name. */
const STARTED = Symbol.for('sarafa.started-by-spec');

function started(): Started {
  const holder = globalThis as { [STARTED]?: Started };
  return (holder[STARTED] ??= { apps: [], browsers: [] });
}

/** When a test of this file fails, the last lines of the app's log are kept. */
export function keepsLogOf(name: string, logs: string[]): void {
  started().apps.push({ name, logs });
}

/** When a test of this file fails, pictures of the browser's pages are kept. */
export function takesPicturesOf<T extends object>(browser: T): T {
  started().browsers.push(browser);
  return browser;
}
