import { type AuditAction, settingNames, users } from '@sarafa/contracts';
import type { Audited } from '@sarafa/server/mongo';

const IS_SHOP = { $eq: ['$role', 'user'] };
/** The defaults of a shop's fields are stored in admins too, of whom they say nothing. */
const ofShop = (path: string) => ({ $cond: [IS_SHOP, path, '$$REMOVE'] });
const settings = Object.fromEntries(settingNames.map((name) => [name, ofShop(`$${name}`)]));

const SHOP_UPDATED = 'shop.updated';
/** Every call that changes an account has its action here, or null where nobody does it or another entry tells of it. */
const actions: Record<string, AuditAction | null> = {
  [users.verifyPassword.subject]: 'signed-in',
  [users.changePassword.subject]: 'password.changed',
  [users.endSessions.subject]: 'sessions.ended',
  [users.endSession.subject]: 'session.ended',
  [users.sessionsSeen.subject]: null,
  [users.confirmTotp.subject]: 'factor.added',
  [users.addPasskey.subject]: 'factor.added',
  [users.removeFactor.subject]: 'factor.removed',
  [users.resetFactors.subject]: 'factors.reset',
  [users.createAdmin.subject]: 'admin.created',
  [users.updateAdmin.subject]: 'admin.updated',
  [users.deleteAdmin.subject]: 'admin.deleted',
  [users.createShop.subject]: 'shop.created',
  [users.deleteShop.subject]: 'shop.deleted',
  [users.updateShop.subject]: SHOP_UPDATED,
  [users.setSubscription.subject]: SHOP_UPDATED,
  // A part of setting the list that the shop keeps itself: one call has one entry, which is pricing's.
  [users.useOwnRateList.subject]: null,
  [users.setProfileSettings.subject]: SHOP_UPDATED,
  [users.setMuteState.subject]: SHOP_UPDATED,
  [users.setDisplayTimes.subject]: SHOP_UPDATED,
  [users.setAdsEnabled.subject]: SHOP_UPDATED,
};

/** What the log says of changes of an account. An admin has none of a shop's settings but the logo, and a shop no role. */
export const AUDITED: Audited = {
  actions,
  kind: { $cond: [IS_SHOP, 'shop', 'admin'] },
  name: { $cond: [{ $in: [{ $ifNull: ['$shop_name', ''] }, ['']] }, '$username', '$shop_name'] },
  userId: { $cond: [IS_SHOP, { $toString: '$_id' }, null] },
  fields: {
    username: '$username',
    admin_role: {
      $switch: {
        branches: [
          { case: IS_SHOP, then: '$$REMOVE' },
          { case: { $eq: ['$role', 'admin'] }, then: 'owner' },
        ],
        default: '$role',
      },
    },
    ...settings,
    logo_url: '$logo_url',
    subscription_end_date: ofShop('$subscription_end_date'),
  },
  secrets: { password: '$password_hash' },
};

/** A session as the subject of an entry. */
export function sessionSubject(id: string) {
  const own = { $filter: { input: { $ifNull: ['$sessions', []] }, as: 'one', cond: { $eq: ['$$one.id', id] } } };
  const devices = { $map: { input: own, as: 'one', in: '$$one.device' } };
  return { kind: 'session', id, name: { $ifNull: [{ $first: devices }, ''] } } as const;
}

/** What the log says of a new account. */
export function aboutNew({ _id: id = '', role, username, shop_name = '', logo_url }: NewlyMade) {
  const kept = { username, ...(shop_name ? { shop_name } : {}), ...(logo_url ? { logo_url } : {}) };
  if (role === 'user') return { subject: { kind: 'shop', id, name: shop_name || username }, userId: id, after: kept };
  const after = { ...kept, admin_role: role === 'admin' ? 'owner' : role };
  return { subject: { kind: 'admin', id, name: username }, userId: null, after };
}

interface NewlyMade {
  readonly _id?: string;
  readonly role: string;
  readonly username: string;
  readonly shop_name?: string;
  readonly logo_url?: string;
}
