export { MetalFields } from './fields/metal-fields.js';
export { jumpName, PurityFields, purityLabels } from './fields/purity-fields.js';
export * from './fields/rate-draft.js';
export { useMarket } from './fields/use-market.js';
