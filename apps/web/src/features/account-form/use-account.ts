import type { AccountRole, AdminRole } from '@sarafa/contracts';
import { useAdminsQuery } from '../../shared/api/admins.api.js';
import { useShopsQuery } from '../../shared/api/shops.api.js';

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly shop_name: string;
  /** Of an admin. */
  readonly admin_role?: AdminRole;
  readonly logo_url: string;
}
interface Asked {
  readonly account: Account | undefined;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The account to be changed, from the list of its role; none when creating. */
export function useAccount(type: AccountRole, id: string | undefined): Asked {
  const admins = useAdminsQuery(undefined, { skip: id === undefined || type !== 'admin' });
  const shops = useShopsQuery(undefined, { skip: id === undefined || type !== 'user' });
  const { isLoading, isFetching, error, refetch } = type === 'admin' ? admins : shops;
  const admin = admins.data?.find((one) => one.id === id);
  const account = type === 'admin' ? admin && { ...admin, shop_name: '' } : shops.data?.find((one) => one.id === id);
  return { account, isLoading, isFetching, error, refetch };
}

/** An id that is missing, or is the text 'undefined', means a new account (rule 10.6). */
export function idToUpdate(id: string | undefined): string | undefined {
  return id && id !== 'undefined' ? id : undefined;
}
