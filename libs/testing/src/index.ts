export * from './backing.js';
export * from './chromium.js';
export * from './event-stream.js';
export * from './market-feed/feed-state.js';
export * from './market-feed/market-feed.js';
export * from './ports.js';
export * from './product.js';
export * from './wait.js';
