import { z } from 'zod';
import type { HttpRoute } from './http-route.js';
import { Advertisements } from './media.js';
import { CustomTables, ImportDuty, PriceSnapshot } from './pricing.js';
import { Maintenance, PublicView } from './settings.js';
import { ShopDashboard } from './users.js';

const everybody = ['admin', 'user', 'public'] as const;
const ofShop = ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const;
const ofSite = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const;

/** What everybody may read. */
export const publicRoutes: readonly HttpRoute[] = [
  {
    method: 'get',
    path: '/prices/user/{id}',
    summary: "A shop's rates, with its margins",
    access: everybody,
    output: PriceSnapshot,
    errors: [...ofShop, 'FORBIDDEN'],
  },
  {
    method: 'get',
    path: '/prices/detailed',
    summary: 'The rates with import duty alone',
    access: everybody,
    output: PriceSnapshot,
    errors: ofSite,
  },
  {
    method: 'get',
    path: '/user/dashboard/{id}',
    summary: "A shop's profile, as its board needs it",
    access: everybody,
    output: ShopDashboard,
    errors: ofShop,
  },
  {
    method: 'get',
    path: '/user/custom-tables/public/{id}',
    summary: 'The rows a shop prices itself',
    access: everybody,
    output: CustomTables,
    errors: [...ofShop, 'FORBIDDEN'],
  },
  {
    method: 'get',
    path: '/advertisements/public/{id}',
    summary: "A shop's ads",
    access: everybody,
    output: Advertisements,
    errors: [...ofShop, 'FORBIDDEN'],
  },
  {
    method: 'get',
    path: '/prices/import-duty',
    summary: 'The import duty in force, in percent',
    access: everybody,
    output: ImportDuty,
    errors: ofSite,
  },
  {
    method: 'get',
    path: '/settings/maintenance',
    summary: 'Whether the site is under maintenance',
    access: everybody,
    output: Maintenance,
    errors: ofSite,
  },
  {
    method: 'get',
    path: '/prices/settings/public-view-enabled',
    summary: 'Whether boards are shown',
    access: everybody,
    output: PublicView,
    errors: ofSite,
  },
  {
    method: 'get',
    path: '/boards/{id}/events',
    summary: "A shop's board, pushed",
    description:
      'Server-Sent Events: profile, prices, advertisements, custom-tables, maintenance, heartbeat, gone. Each carries the ' +
      'JSON of the matching GET. A new stream starts with the whole state.',
    access: everybody,
    output: z.string(),
    mediaType: 'text/event-stream',
    errors: ofShop,
  },
  {
    method: 'get',
    path: '/health/live',
    summary: 'Whether the door turns',
    access: everybody,
    output: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  {
    method: 'get',
    path: '/health/ready',
    summary: 'Whether the door can do its work',
    access: everybody,
    output: z.object({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.string()) }),
    errors: ['UNAVAILABLE'],
  },
];
