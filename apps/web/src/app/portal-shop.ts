/** Loaded when a shop signs in. */
export { EstimatePage } from '../features/shop-dashboard/estimate/estimate-page.js';
export { ShopDashboardPage } from '../features/shop-dashboard/shop-dashboard-page.js';
