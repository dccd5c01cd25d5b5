/**
 * The settings of `npm start`, `npm run dev` and specs alone, with their defaults. The settings of the product stand in the configuration
 * of its parts; `npm run config:docs` lists all of them.
 */
const OWN = {
  DATA_DIR: ['.data', 'The folder in which `npm start` keeps data, secrets and logs.'],
  NATS_PORT: [undefined, 'The port of the NATS that it starts; a free one where this is not set.'],
  MONGO_PORT: [undefined, 'The port of the MongoDB that it starts; a free one where this is not set.'],
  S3_PORT: [undefined, 'The port of the MinIO that it starts; a free one where this is not set.'],
  WEB_PORT: [
    5173,
    'The port at which `npm run dev` serves the web app; where it is taken and this is not set, the next free one.',
  ],
  CHROMIUM_BIN: [undefined, 'The Chromium of specs, in place of the one that is found or installed.'],
};

export const ownSettings = Object.entries(OWN).map(([name, [byDefault, what]]) => ({ name, byDefault, what }));

/** What `npm start` gives to the product where the environment says nothing. */
export const START_DEFAULTS = { DEMO_SHOP: 'true', MARKET_SOURCES: 'gold-api,sample' };

export const setting = (name) => process.env[name] ?? OWN[name][0];
