/** Loaded when a shop signs in. */
export { CardPage } from '../features/shop-dashboard/card/card-page.js';
export { EstimatePage } from '../features/shop-dashboard/estimate/estimate-page.js';
export { ShopDashboardPage } from '../features/shop-dashboard/shop-dashboard-page.js';
