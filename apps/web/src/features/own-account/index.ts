export { OwnAccount } from './own-account.js';
