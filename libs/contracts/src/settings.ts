import { z } from 'zod';
import { slice } from './kinds.js';

/** True: the site is under maintenance (rulings 4). */
export const Maintenance = z.object({ isMaintenanceMode: z.boolean() });
export type Maintenance = z.infer<typeof Maintenance>;

export const PublicView = z.object({ enabled: z.boolean() });
export type PublicView = z.infer<typeof PublicView>;

export const siteMaintenance = slice('site/maintenance', Maintenance);
export const sitePublicView = slice('site/public-view', PublicView);
