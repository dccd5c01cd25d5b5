import { portalTexts } from '@sarafa/contracts';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../shared/session.js';
import { FullScreenOverlay } from '../../shared/ui/full-screen-overlay.js';
import { useMaintenanceQuery } from '../../shared/api/site.api.js';
import { useMeQuery } from '../../shared/api/me.api.js';

/** Until it is known whether the kept token still opens anything. No answer opens the portal as well: its screens say so. */
export function StartGate({ children }: { children: ReactNode }) {
  const { current } = useSession();
  const [isStarted, setIsStarted] = useState(false);
  const site = useMaintenanceQuery();
  const me = useMeQuery(undefined, { skip: !current });
  const isReady = settled(site) && (!current || settled(me));
  if (isReady && !isStarted) setIsStarted(true);
  return isStarted ? children : <FullScreenOverlay message={portalTexts.initializing} isSheer />;
}

function settled({ isSuccess, isError }: { isSuccess: boolean; isError: boolean }): boolean {
  return isSuccess || isError;
}
