import { z } from 'zod';
import { Done } from './common.js';
import { CustomTablePrice, CustomTableUpdate, NewCustomTable, OwnedCustomTable } from './custom-tables.js';
import type { HttpRoute } from './http-route.js';
import {
  AcceptedQuote,
  HistoryPoint,
  HistoryQuery,
  IntervalSettings,
  RefusedQuote,
  SentDynamicInterval,
  SentUpdateInterval,
  WithdrawnMetal,
} from './price-settings.js';
import { CustomTables, PriceStatus } from './pricing.js';
import { Maintenance, PublicView, SentMaintenance, SentPublicView } from './settings.js';

const admin = ['admin'] as const;
const refused = ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'] as const;
const wrong = ['INVALID_INPUT', ...refused] as const;
const wrongOrGone = ['NOT_FOUND', ...wrong] as const;

const toldTable = z.object({ message: z.string(), customTable: OwnedCustomTable });

const told = (name: string, entity: z.ZodType) => z.object({ message: z.string(), [name]: entity });

/** By what provider and shop steer prices. */
export const priceRoutes: readonly HttpRoute[] = [
  {
    method: 'get',
    path: '/admin/price-settings',
    summary: 'How often the market is asked, in milliseconds',
    access: admin,
    output: IntervalSettings,
    errors: refused,
  },
  {
    method: 'put',
    path: '/admin/price-settings',
    summary: 'Sets how often the market is asked',
    access: admin,
    input: SentUpdateInterval,
    output: told('settings', IntervalSettings),
    errors: wrong,
  },
  {
    method: 'get',
    path: '/admin/dynamic-price-settings',
    summary: 'How often boards move unless their shop says otherwise, in minutes',
    access: admin,
    output: IntervalSettings,
    errors: refused,
  },
  {
    method: 'put',
    path: '/admin/dynamic-price-settings',
    summary: 'Sets how often boards move',
    access: admin,
    input: SentDynamicInterval,
    output: told('settings', IntervalSettings),
    errors: wrong,
  },
  {
    method: 'post',
    path: '/admin/price-refresh',
    summary: 'Asks the market now; at most once in five seconds',
    access: admin,
    output: PriceStatus,
    errors: ['TOO_MANY_REQUESTS', ...refused],
  },
  {
    method: 'get',
    path: '/admin/quarantine',
    summary: 'The quotes that were refused, and why; newest first',
    access: admin,
    output: z.array(RefusedQuote),
    errors: refused,
  },
  {
    method: 'post',
    path: '/admin/quarantine/{id}/release',
    summary: 'Accepts a refused quote after all',
    access: admin,
    output: told('quote', RefusedQuote),
    errors: ['CONFLICT', ...wrongOrGone],
  },
  {
    method: 'get',
    path: '/admin/quotes',
    summary: 'The latest accepted quotes; newest first',
    access: admin,
    output: z.array(AcceptedQuote),
    errors: refused,
  },
  {
    method: 'post',
    path: '/admin/quotes/{seq}/withdraw',
    summary: 'Withdraws an accepted quote, and what followed on it: boards go back to the one before',
    description:
      'Of `metal`, or of the metals that were new with this quote. All that was accepted after it without a jump goes with it. ' +
      'What was withdrawn is not accepted again.',
    access: admin,
    query: WithdrawnMetal,
    output: told('quote', AcceptedQuote),
    errors: ['CONFLICT', ...wrongOrGone],
  },
  {
    method: 'get',
    path: '/prices/history',
    summary: 'Accepted quotes of the past, for a chart',
    access: ['admin', 'user'],
    query: HistoryQuery,
    output: z.array(HistoryPoint),
    errors: wrong,
  },
  {
    method: 'put',
    path: '/settings/maintenance',
    summary: 'Switches maintenance; off takes a sign-in of the last five minutes',
    access: admin,
    input: SentMaintenance,
    output: told('settings', Maintenance),
    errors: wrong,
  },
  {
    method: 'put',
    path: '/prices/settings/public-view-enabled',
    summary: 'Shows or hides all boards',
    access: admin,
    input: SentPublicView,
    output: told('settings', PublicView),
    errors: wrong,
  },
  {
    method: 'get',
    path: '/admin/custom-tables',
    summary: 'All rows that shops price themselves, with their owners',
    access: admin,
    output: z.array(OwnedCustomTable),
    errors: refused,
  },
  {
    method: 'get',
    path: '/admin/custom-tables/user/{userId}',
    summary: "One shop's rows",
    access: admin,
    output: z.array(OwnedCustomTable),
    errors: wrongOrGone,
  },
  {
    method: 'post',
    path: '/admin/custom-tables',
    summary: 'Gives a shop a row',
    access: admin,
    input: NewCustomTable,
    isRepeatable: true,
    status: 201,
    output: toldTable,
    errors: ['CONFLICT', ...wrongOrGone],
  },
  {
    method: 'put',
    path: '/admin/custom-tables/{id}',
    summary: 'Changes a row; its owner stays',
    access: admin,
    input: CustomTableUpdate,
    output: toldTable,
    errors: wrongOrGone,
  },
  {
    method: 'delete',
    path: '/admin/custom-tables/{id}',
    summary: 'Takes a row away',
    access: admin,
    output: Done,
    errors: wrongOrGone,
  },
  {
    method: 'get',
    path: '/user/custom-tables/me',
    summary: "One's own rows",
    access: ['user'],
    output: CustomTables,
    errors: refused,
  },
  {
    method: 'put',
    path: '/user/custom-tables/{id}/price',
    summary: 'Prices a row',
    access: ['admin', 'user'],
    input: CustomTablePrice,
    output: toldTable,
    errors: wrongOrGone,
  },
];
