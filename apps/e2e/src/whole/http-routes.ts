import type { Role } from '@sarafa/contracts';
import { httpApi } from '@sarafa/contracts/http-api';
import type { z } from 'zod';

export interface HttpRoute {
  /** In small letters. */
  readonly method: string;
  /** `/prices/user/{id}` */
  readonly path: string;
  /** Everybody may use what the public may. */
  readonly access: readonly Role[];
  /** When it needs a fresh sign-in. */
  readonly fresh?: string;
  /** Of success. */
  readonly status: number;
  readonly answer: z.ZodType;
}

const all = Object.entries(httpApi).map(([name, { access, ...route }]): HttpRoute => {
  const [method = '', path = ''] = name.split(' ');
  const isPublic = access.some((role) => role === 'public');
  return { method: method.toLowerCase(), path, access: isPublic ? ['admin', 'user', 'public'] : access, ...route };
});

/** Of the sign-in screen, and of a TV that waits for its shop. */
const NOT_BOARDS = ['/settings/chat', '/screens/pairings/{secret}'];

/** What boards, load balancers and everybody else may read. */
export const publicReads = all.filter(
  ({ method, path, access }) => method === 'get' && access.includes('public') && !NOT_BOARDS.includes(path),
);
/** What the portal and the dashboard ask. */
export const portalRoutes = all.filter((route) => !publicReads.includes(route));
