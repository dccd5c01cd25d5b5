const NAMED_FILES = /(?:src|href)="(\/assets\/[^"]+)"/g;

/**
 * Whether a reload would get all of `release` now, for a board without a service worker: the page and every file that it names
 * are loaded, so that the browser's own cache has them.
 */
export async function newPageIsThere(release: string): Promise<boolean> {
  try {
    const page = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'reload' });
    const text = await page.text();
    if (!page.ok || !text.includes(`content="${release}"`)) return false;
    const files = Array.from(text.matchAll(NAMED_FILES), ([, path]) => path!);
    const answers = await Promise.all(files.map((path) => fetch(path)));
    return files.length > 0 && answers.every(({ ok }) => ok);
  } catch {
    return false;
  }
}
