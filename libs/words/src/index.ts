export * from './card-title.js';
export * from './dates.js';
export * from './fixed-rates.js';
export * from './language.js';
