import { type AdminRole, isAtLeast } from '@sarafa/contracts';
import type { ReactNode } from 'react';
import { useMeQuery } from '../api/me.api.js';
import { useSession } from './session.js';
import { portalTexts } from '../texts/portal-texts.js';

/** The least role of an admin for a change: `owner` for admins, shops' deletion and the site's switches. */
type Needs = Exclude<AdminRole, 'viewer'>;

/**
 * Whether the person may make changes that need this role. A shop may make all that its dashboard offers. Until the server has said
 * the role, and from a server of the release before, which says none, everybody counts as an owner.
 */
export function useMay(needs: Needs): boolean {
  const { current } = useSession();
  const { data: me } = useMeQuery(undefined, { skip: !current });
  return current?.role !== 'admin' || isAtLeast(me?.admin_role ?? 'owner', needs);
}

interface Props {
  readonly needs: Needs;
  readonly children: ReactNode;
}

/** What only somebody who may use it is shown. */
export function May({ needs, children }: Props) {
  return useMay(needs) ? children : null;
}

/** Fields that others may read, but not change. */
export function Changes({ needs, children }: Props) {
  return (
    <fieldset className="changes" disabled={!useMay(needs)}>
      {children}
    </fieldset>
  );
}

/** Says to those who may only look here who else may change it. */
export function MayNote({ needs }: Pick<Props, 'needs'>) {
  const may = useMay(needs);
  return may ? null : <p className="may-note">{portalTexts.roles.only[needs]}</p>;
}
