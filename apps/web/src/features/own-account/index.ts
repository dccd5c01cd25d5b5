export { FactorDue } from './factor-due.js';
export { OwnAccount } from './own-account.js';
