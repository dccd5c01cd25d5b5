import { z } from 'zod';
import { AdminRole, rolesOf, StoredRole } from './admin-roles.js';
import { type Actor, Done, Id, Instant } from './common.js';
import { stateKey } from './kinds.js';
import { limits } from './limits.js';
import { normalName, normalPassword } from './normal-text.js';
import { filledIn, textIn } from './sent.js';

const { username, password } = limits;

/** Admins and shops share one space of usernames, unique without regard to case (rule 2.1). */
export const Username = textIn(normalName)
  .min(username.min, `must have at least ${username.min} characters`)
  .max(username.max, `must have at most ${username.max} characters`)
  .regex(/^[A-Za-z0-9._@-]+$/, 'may have letters, digits and . _ - @ only');
/** Its characters are counted in the composed form, so that the keyboard makes no difference. */
export const Password = textIn(normalPassword)
  .refine((text) => [...text].length >= password.min, `must have at least ${password.min} characters`)
  .refine((text) => [...text].length <= password.max, `must have at most ${password.max} characters`)
  .meta({ minLength: password.min, maxLength: password.max });
export const Admin = z.object({
  id: Id,
  _id: Id,
  username: z.string(),
  logo_url: z.string(),
  /** A users of the release before lists nobody but owners, without a role. */
  admin_role: AdminRole.default('owner'),
});
export type Admin = z.infer<typeof Admin>;
export const Admins = z.array(Admin);
/** What a write of an admin answers. */
export const SavedAdmin = Done.extend({ admin: Admin });
export type SavedAdmin = z.infer<typeof SavedAdmin>;

/** The two kinds of account. */
export const AccountRole = z.enum(['admin', 'user']);
export type AccountRole = z.infer<typeof AccountRole>;

/** What every process that checks a token, or answers for its bearer, has to know of an account. */
const AccountStateFields = z.object({
  role: StoredRole,
  /** A token with another version is refused. */
  credentials_version: z.int().positive(),
  username: z.string(),
  logo_url: z.string(),
  shop_name: z.string(),
  /** The ids of the sessions that go on. The release before says nothing of them: then a token counts by its version alone. */
  sessions: z.array(Id).optional(),
  /** From when on an admin can't sign in without a second step; only for one who has none where it is required. */
  factor_due: Instant.optional(),
});
/** With the role as it is stored. */
export type PublishedAccount = z.infer<typeof AccountStateFields>;
// Marked as pure, because boards would load zod's transformations otherwise.
export const AccountState = /* @__PURE__ */ AccountStateFields.transform(({ role, ...account }) => ({
  ...account,
  ...rolesOf(role),
}));
export type AccountState = z.infer<typeof AccountState>;
export const accountState = stateKey('accounts/*', AccountState);
/** Exists once every account has been published: only then does a missing account mean that there is none. */
export const accountsComplete = stateKey('accounts/accounts-complete', z.object({}));

/** `GET /auth/me`. */
export const Me = z.object({
  id: Id,
  username: z.string(),
  role: AccountRole,
  /** Only for an admin. */
  admin_role: AdminRole.optional(),
  logo_url: z.string(),
  /** Only for a shop. */
  shop_name: z.string().optional(),
  /** Only for an admin who needs a second step and has none: until then a password is enough. */
  second_factor_due: Instant.optional(),
});
export type Me = z.infer<typeof Me>;

export const NewAdmin = filledIn(z.object({ username: Username, password: Password, admin_role: AdminRole.default('owner') }));
export type NewAdmin = z.infer<typeof NewAdmin>;
export const AdminUpdate = filledIn(
  z.object({ username: Username.optional(), password: Password.optional(), admin_role: AdminRole.optional() }),
);
export type AdminUpdate = z.infer<typeof AdminUpdate>;

/** `PUT /auth/password`: changes one's own password, for which the current one is needed. */
export const OwnPassword = z.object({
  current_password: z.string().min(1, 'is required').max(1_024, 'is too long'),
  password: Password,
});
export type OwnPassword = z.infer<typeof OwnPassword>;

/** An actor with an account. */
export type SignedInActor = Exclude<Actor, { role: 'public' }>;
