export * from './audit-trail.js';
export * from './audited.js';
export * from './database-counts.js';
export * from './document-publisher.js';
export * from './document-rows.js';
export * from './duplicate-key.js';
export * from './mongo.js';
export * from './published-document.js';
export { areFilesComing, RESTORING, type Restoring } from './restoring.js';
