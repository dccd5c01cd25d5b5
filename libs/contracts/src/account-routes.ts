import { z } from 'zod';
import {
  Admin,
  Admins,
  AdminUpdate,
  AdsEnabled,
  DisplayTimes,
  Me,
  MuteState,
  NewAdmin,
  NewShop,
  Overview,
  OwnPassword,
  ProfileSettings,
  ShopUpdate,
  SignedIn,
  SignIn,
  Subscription,
} from './accounts.js';
import { Done } from './common.js';
import type { ErrorCode } from './errors.js';
import type { HttpRoute } from './http-route.js';
import { PriceStatus } from './pricing.js';
import { ChatSettings } from './settings.js';
import { ShopDashboard } from './users.js';

const admin = ['admin'] as const;
const shop = ['user'] as const;
const signedIn = ['admin', 'user'] as const;
const everybody = ['admin', 'user', 'public'] as const;

const refused = ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'] as const satisfies ErrorCode[];
const wrong = ['INVALID_INPUT', ...refused] as const satisfies ErrorCode[];
const wrongOrGone = ['NOT_FOUND', ...wrong] as const satisfies ErrorCode[];
const wrongForm = ['CONFLICT', 'TOO_LARGE', 'WRONG_TYPE', ...wrong] as const satisfies ErrorCode[];

/** A write's answer: what to tell the person, and the entity under its own name (rule 1.4). */
const told = (name: string, entity: z.ZodType) => z.object({ message: z.string(), [name]: entity });
const toldShop = told('user', ShopDashboard);
const toldAdmin = told('admin', Admin);

/** Sign-in, admins, shops and what a shop sets of itself. */
export const accountRoutes: readonly HttpRoute[] = [
  {
    method: 'post',
    path: '/auth/login',
    summary: 'Signs in',
    access: everybody,
    input: SignIn,
    output: SignedIn,
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  },
  { method: 'get', path: '/auth/me', summary: 'Who one is', access: signedIn, output: Me, errors: refused },
  {
    method: 'post',
    path: '/auth/logout-all',
    summary: "Ends all of one's sessions",
    access: signedIn,
    output: Done,
    errors: refused,
  },
  {
    method: 'put',
    path: '/auth/password',
    summary: "Changes one's own password",
    description: 'All sessions end, and the answer starts a new one. A wrong current password counts as a failed sign-in.',
    access: signedIn,
    input: OwnPassword,
    output: SignedIn,
    errors: ['TOO_MANY_REQUESTS', ...wrong],
  },
  { method: 'get', path: '/admin/list', summary: 'All admins', access: admin, output: Admins, errors: refused },
  {
    method: 'post',
    path: '/admin/create',
    summary: 'Makes an admin',
    access: admin,
    input: NewAdmin,
    file: 'logo',
    isRepeatable: true,
    status: 201,
    output: toldAdmin,
    errors: wrongForm,
  },
  {
    method: 'put',
    path: '/admin/update/{id}',
    summary: 'Changes an admin; fields that are empty stay as they are',
    access: admin,
    input: AdminUpdate,
    file: 'logo',
    output: toldAdmin,
    errors: ['NOT_FOUND', ...wrongForm],
  },
  {
    method: 'delete',
    path: '/admin/delete/{id}',
    summary: 'Deletes an admin; not oneself and not the last one',
    access: admin,
    output: Done,
    errors: ['CONFLICT', ...wrongOrGone],
  },
  ...['/user/list', '/admin/users'].map((path): HttpRoute => ({
    method: 'get',
    path,
    summary: 'All shops',
    access: admin,
    output: z.array(ShopDashboard),
    errors: refused,
  })),
  {
    method: 'get',
    path: '/admin/overview',
    summary: 'Shops and boards at a glance',
    access: admin,
    output: Overview,
    errors: refused,
  },
  {
    method: 'get',
    path: '/admin/price-status',
    summary: 'How the market service does',
    access: admin,
    output: PriceStatus,
    errors: refused,
  },
  {
    method: 'post',
    path: '/user/create',
    summary: 'Makes a shop, with a subscription of one year',
    access: admin,
    input: NewShop,
    file: 'logo',
    isRepeatable: true,
    status: 201,
    output: toldShop,
    errors: wrongForm,
  },
  {
    method: 'put',
    path: '/user/update/{id}',
    summary: 'Changes a shop; fields that are empty stay as they are',
    access: admin,
    input: ShopUpdate,
    file: 'logo',
    output: toldShop,
    errors: ['NOT_FOUND', ...wrongForm],
  },
  {
    method: 'delete',
    path: '/user/delete/{id}',
    summary: 'Deletes a shop with all that belongs to it',
    access: admin,
    output: Done,
    errors: wrongOrGone,
  },
  {
    method: 'put',
    path: '/user/{id}/subscription',
    summary: 'Ends, restores or renews a subscription',
    access: admin,
    input: Subscription,
    output: toldShop,
    errors: wrongOrGone,
  },
  { method: 'get', path: '/user/profile/me', summary: "One's own shop", access: shop, output: ShopDashboard, errors: refused },
  {
    method: 'put',
    path: '/user/mute-state/{id}',
    summary: 'Whether video ads start muted',
    access: signedIn,
    input: MuteState,
    output: toldShop,
    errors: wrongOrGone,
  },
  {
    method: 'put',
    path: '/user/profile-settings/{id}',
    summary: 'Margins, and rates over ads',
    access: signedIn,
    input: ProfileSettings,
    output: toldShop,
    errors: wrongOrGone,
  },
  {
    method: 'put',
    path: '/user/display-times',
    summary: 'How long prices and image ads show, in seconds',
    access: shop,
    input: DisplayTimes,
    output: toldShop,
    errors: wrong,
  },
  {
    method: 'put',
    path: '/advertisements/toggle-ads',
    summary: 'Whether ads show',
    access: shop,
    input: AdsEnabled,
    output: toldShop,
    errors: wrong,
  },
  {
    method: 'get',
    path: '/settings/chat',
    summary: "The number behind the sign-in screen's chat",
    access: everybody,
    output: ChatSettings,
    errors: [],
  },
];
