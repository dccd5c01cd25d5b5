import { z } from 'zod';
import { accountRoutes } from './account-routes.js';
import { Admin, Me, Overview, SignedIn } from './accounts.js';
import { adRoutes } from './ad-routes.js';
import { HttpError } from './errors.js';
import type { HttpRoute } from './http-route.js';
import { Advertisement, Advertisements, OwnAdvertisement, OwnAdvertisements, UploadedAdvertisement } from './media.js';
import { CustomTable, CustomTables, ImportDuty, PriceSnapshot, PriceStatus } from './pricing.js';
import { priceRoutes } from './price-routes.js';
import { publicRoutes } from './public-routes.js';
import { Maintenance, PublicView } from './settings.js';
import { ShopDashboard } from './users.js';

/** The names under which the documentation shows the contracts. */
export const documented = z.registry<{ id: string }>();
documented.add(PriceSnapshot, { id: 'PriceSnapshot' });
documented.add(ShopDashboard, { id: 'ShopDashboard' });
documented.add(CustomTable, { id: 'CustomTable' });
documented.add(CustomTables, { id: 'CustomTables' });
documented.add(Advertisement, { id: 'Advertisement' });
documented.add(Advertisements, { id: 'Advertisements' });
documented.add(OwnAdvertisement, { id: 'OwnAdvertisement' });
documented.add(OwnAdvertisements, { id: 'OwnAdvertisements' });
documented.add(UploadedAdvertisement, { id: 'UploadedAdvertisement' });
documented.add(ImportDuty, { id: 'ImportDuty' });
documented.add(Maintenance, { id: 'Maintenance' });
documented.add(PublicView, { id: 'PublicView' });
documented.add(Admin, { id: 'Admin' });
documented.add(Me, { id: 'Me' });
documented.add(SignedIn, { id: 'SignedIn' });
documented.add(Overview, { id: 'Overview' });
documented.add(PriceStatus, { id: 'PriceStatus' });
documented.add(HttpError, { id: 'HttpError' });

/** Every route there is. */
export const routes: readonly HttpRoute[] = [...publicRoutes, ...accountRoutes, ...adRoutes, ...priceRoutes];
