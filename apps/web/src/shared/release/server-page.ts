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
  return answer.ok && !/^text\/html/i.test(answer.headers.get('content-type') ?? '');
}

/** The text at the address of this page, as a server has it now. Rejects where none answers. */
export function pageOfServer(): Promise<string> {
  return load(location.href, { accept: 'text/html' }).then(({ text }) => text);
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

/** Past the browser's own cache, where a network or a broken connection may have left something else, which this replaces. */
async function load(path: string, headers?: HeadersInit) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), LONGEST_MS);
  try {
    const answer = await fetch(path, { cache: 'reload', headers, signal: abort.signal });
    return { answer, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}
