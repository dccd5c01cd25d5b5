import { portalTexts } from '@sarafa/contracts';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useSession } from '../../shared/session.js';
import { FullScreenOverlay } from '../../shared/ui/full-screen-overlay.js';
import { useMaintenanceQuery } from '../../shared/api/site.api.js';
import { useMeQuery } from '../../shared/api/me.api.js';

/**
 * Until it is known whether the kept token still opens anything. No answer opens the portal as well: its screens say so. It goes on
 * while their code is fetched: a second waiting screen after it would stand for React's 300 ms at the least.
 */
export function StartGate({ children }: { children: ReactNode }) {
  const { current } = useSession();
  const [isStarted, setIsStarted] = useState(false);
  const site = useMaintenanceQuery();
  const me = useMeQuery(undefined, { skip: !current });
  const isReady = settled(site) && (!current || settled(me));
  useEffect(() => {
    if (isReady) startTransition(() => setIsStarted(true));
  }, [isReady]);
  return isStarted ? children : <FullScreenOverlay message={portalTexts.initializing} isSheer />;
}

function settled({ isSuccess, isError }: { isSuccess: boolean; isError: boolean }): boolean {
  return isSuccess || isError;
}
