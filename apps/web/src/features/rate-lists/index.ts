export { MetalFields } from './fields/metal-fields.js';
export { jumpName, PurityFields, purityLabels } from './fields/purity-fields.js';
export {
  changesSince,
  ratesDraftOf,
  type Jump,
  jumpsOf,
  type MetalDraft,
  nextPurity,
  NO_CHANGES,
  percentText,
  priceBefore,
  priceKey,
  type PurityDraft,
  type RateChanges,
  type RatesDraft,
  sentRates,
  settingOf,
} from './fields/rate-draft.js';
export { useMarket } from './fields/use-market.js';
