import { z } from 'zod';
import { Done, SentFlag } from './common.js';
import { rpc, stateKey } from './kinds.js';

/** True means that the site is under maintenance (rule 9.1). */
export const Maintenance = z.object({ isMaintenanceMode: z.boolean() });
export type Maintenance = z.infer<typeof Maintenance>;

export const PublicView = z.object({ enabled: z.boolean() });
export type PublicView = z.infer<typeof PublicView>;

export const siteMaintenance = stateKey('site/maintenance', Maintenance);
export const sitePublicView = stateKey('site/public-view', PublicView);

/** Null means that the provider has configured no number; a chat then opens without one (rule 10.4). */
export const ChatSettings = z.object({ chatNumber: z.string().nullable() });
export type ChatSettings = z.infer<typeof ChatSettings>;

export const SentMaintenance = z.object({ isMaintenanceMode: SentFlag });
export type SentMaintenance = z.infer<typeof SentMaintenance>;
export const SavedMaintenance = Done.extend({ settings: Maintenance });
export type SavedMaintenance = z.infer<typeof SavedMaintenance>;
export const SentPublicView = z.object({ enabled: SentFlag });
export type SentPublicView = z.infer<typeof SentPublicView>;
export const SavedPublicView = Done.extend({ settings: PublicView });
export type SavedPublicView = z.infer<typeof SavedPublicView>;

export const settings = {
  /**
   * `signedInAt` is in seconds since 1970. Switching off needs a sign-in of the last five minutes, else `FORBIDDEN` (rule 9.2).
   */
  setMaintenance: rpc('settings.site.set-maintenance', SentMaintenance.extend({ signedInAt: z.int() }), Maintenance),
  setPublicView: rpc('settings.site.set-public-view', SentPublicView, PublicView),
} as const;
