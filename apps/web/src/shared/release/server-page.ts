/** On a slow line, a page's files wait for each other. */
const LONGEST_MS = 300_000;

/** The built files that a page names. */
export function filesIn(page: string): string[] {
  return Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path!);
}

/**
 * Whether the product has sent this file. A network that first asks for a sign-in answers each address with 200 and a page of its
 * own, which would be kept for good, because the address of a built file never changes.
 */
export function isOurs(answer: Response): boolean {
  return answer.ok && !/^text\/html/i.test(String(answer.headers.get('content-type')));
}

/** The text at the address of this page, as a server has it now. Rejects where none answers. */
export function pageOfServer(): Promise<string> {
  return load(location.href, 'reload', { accept: 'text/html' }).then(({ text }) => text);
}

/**
 * Whether a reload would bring a page of the product with this text in it, and every file that the page names. Without the server
 * it would end in the browser's error page, and in a network that first asks for a sign-in, at a page of that network.
 */
export async function pageIsThere(text = 'Sarafa</'): Promise<boolean> {
  try {
    const page = await pageOfServer();
    if (!page.includes(text)) return false;
    const files = await Promise.all(filesIn(page).map((path) => load(path)));
    return files.every(({ answer }) => isOurs(answer));
  } catch {
    return false;
  }
}

/**
 * Asks once more for each script that this page has asked for, and past the browser's own cache where that has something else: a
 * network that asked for a sign-in may have left its page there, as fresh for months.
 */
export function renewScripts(): Promise<unknown> {
  const files = performance.getEntriesByType('resource');
  return Promise.all(
    files.map(async ({ name }) => name.endsWith('.js') && (isOurs((await load(name, 'default')).answer) || load(name))),
  );
}

/** Past the browser's own cache, where a network or a broken connection may have left something else, which this replaces. */
async function load(path: string, cache: RequestCache = 'reload', headers?: HeadersInit) {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), LONGEST_MS);
  const answer = await fetch(path, { cache, headers, signal: abort.signal });
  return { answer, text: await answer.text() };
}
