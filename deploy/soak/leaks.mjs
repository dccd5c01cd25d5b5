// Leaks made on purpose, as scripts in the board's page, to prove that the soak finds them. Each text says what is kept.

/** Calls `found` with each new element in the page, and `moved` when a price changes. */
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
  /** Keeps the layer of each ad with everything in it. */
  'ad-node': watched('(node, kept) => kept.push(node)', NOTHING),
  /** Keeps an object with a few fields for each ad. */
  'ad-object': watched('(node, kept) => kept.push({ at: Date.now(), name: node.className, turn: kept.length })', NOTHING),
  'ad-listener': watched("() => addEventListener('online', () => {})", NOTHING),
  /** Keeps two kB for each quote. */
  'quote-2kb': watched(NOTHING, '(kept) => kept.push(new Array(250).fill(0.5))'),
  'quote-object': watched(NOTHING, '(kept) => kept.push({ at: Date.now(), price: document.title, turn: kept.length })'),
  /** Keeps a reference to each film. */
  film: watched(
    "(node, kept) => { const film = node.querySelector('video'); if (film) kept.push(Object.assign(document.createElement('video'), { src: film.src || location.href })); }",
    NOTHING,
  ),
  /** Keeps a kB for each ad in a cache. */
  cache: watched(
    "() => caches.open('leaked').then((cache) => cache.put('/leaked-' + Math.floor(performance.now() * 1000), new Response('x'.repeat(1024))))",
    NOTHING,
  ),
};
