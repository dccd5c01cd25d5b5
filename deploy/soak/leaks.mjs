// Leaks made on purpose, as scripts of the board's page, to see that the soak finds them. Each text says what is kept.

/** Calls `found` with each element that comes into the page, `moved` when a price changes. */
const watched = (found, moved) => `addEventListener('DOMContentLoaded', () => {
  const kept = window.leaked = [];
  const found = ${found}, moved = ${moved};
  let last;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.matches?.('.ad__layer')) found(node, kept);
    const price = document.querySelector('.price')?.textContent;
    if (price && price !== last) moved(kept);
    last = price;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
});`;
const NOTHING = '() => {}';

export const LEAKS = {
  /** The layer of each ad, and what it holds. */
  'ad-node': watched('(node, kept) => kept.push(node)', NOTHING),
  /** An object of a few fields for each ad. */
  'ad-object': watched('(node, kept) => kept.push({ at: Date.now(), name: node.className, turn: kept.length })', NOTHING),
  'ad-listener': watched("() => addEventListener('online', () => {})", NOTHING),
  /** Two kB for each quote. */
  'quote-2kb': watched(NOTHING, '(kept) => kept.push(new Array(250).fill(0.5))'),
  'quote-object': watched(NOTHING, '(kept) => kept.push({ at: Date.now(), price: document.title, turn: kept.length })'),
  /** A film that nobody lets go of. */
  film: watched(
    "(node, kept) => { const film = node.querySelector('video'); if (film) kept.push(Object.assign(document.createElement('video'), { src: film.src || location.href })); }",
    NOTHING,
  ),
  /** A kB for each ad in a cache. */
  cache: watched(
    "() => caches.open('leaked').then((cache) => cache.put('/leaked-' + Math.floor(performance.now() * 1000), new Response('x'.repeat(1024))))",
    NOTHING,
  ),
};
