const NAMED_FILES = /(?:src|href)="(\/assets\/[^"]+)"/g;

const NAMED_RELEASE = /<meta name="release" content="([0-9a-f]+)"/;

/** The release of the page that the server has now. */
export async function releaseOfServer(): Promise<string | undefined> {
  try {
    return NAMED_RELEASE.exec((await pageOfServer()) ?? '')?.[1];
  } catch {
    return undefined;
  }
}

async function pageOfServer(): Promise<string | undefined> {
  const page = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'reload' });
  const text = await page.text();
  return page.ok ? text : undefined;
}

/**
 * Whether a reload would get all of `release` now, for a board without a service worker: the page and every file that it names
 * are loaded, so that the browser's own cache has them.
 */
export async function newPageIsThere(release: string): Promise<boolean> {
  try {
    const text = await pageOfServer();
    if (!text?.includes(`content="${release}"`)) return false;
    const files = Array.from(text.matchAll(NAMED_FILES), ([, path]) => path!);
    const answers = await Promise.all(files.map((path) => fetch(path)));
    return files.length > 0 && answers.every(({ ok }) => ok);
  } catch {
    return false;
  }
}
