/** Loaded when a shop signs in. */
export { ShopDashboardPage } from '../features/shop-dashboard/shop-dashboard-page.js';
