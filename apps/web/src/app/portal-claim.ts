/** Loaded when somebody pairs a TV. */
export { ClaimPage } from '../features/screens/claim/claim-page.js';
