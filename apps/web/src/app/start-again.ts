import { pageIsThere } from '../shared/release/server-page.js';

const LONGEST_MS = 300_000;

/**
 * Loads the page again where one of its scripts or styles has failed: the page would stay at its loading screen, and nobody stands at
 * a television to load its page again. The page's own script begins by removing the attribute `data-starting`.
 */
async function startAgain(): Promise<void> {
  // A file that never comes keeps the page from being loaded.
  await Promise.race([new Promise((done) => addEventListener('load', done)), pause(LONGEST_MS)]);
  // By HTTP/1.1 a browser has six connections, and files that never come would leave none for the questions below.
  if (document.readyState !== 'complete' && isIncomplete()) stop();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Where a reload didn't help, as in a browser that the scripts are too new for, another hardly will.
  let ms = navigation?.type === 'reload' ? LONGEST_MS : (1 + Math.random()) * 5_000;
  for (; await pause(ms), isIncomplete(); ms = Math.min(LONGEST_MS, 2 * ms)) if (await pageIsThere()) location.reload();
}

function isIncomplete(): boolean {
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return 'starting' in document.documentElement.dataset || Array.from(styles).some(isEmpty);
}

/** A style sheet that didn't come has no rules, or where its connection was lost, forbids to read them. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

void startAgain();
