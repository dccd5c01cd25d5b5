export const LOGIN = '/login';
export const ADMIN = '/admin';

export function publicViewPath(id: string): string {
  return `/public-view/${id}`;
}

export function shopDashboardPath(id: string): string {
  return `/user-dashboard/${id}`;
}
