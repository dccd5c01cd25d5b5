/** Loaded when a shop signs in. */
export { ShopHomePage } from '../features/shop-home/shop-home-page.js';
