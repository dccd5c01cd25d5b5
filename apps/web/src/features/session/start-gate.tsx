import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useSession } from '../../shared/session/session.js';
import { FullScreenOverlay } from '../../shared/ui/full-screen-overlay.js';
import { useMaintenanceQuery } from '../../shared/api/site.api.js';
import { useMeQuery } from '../../shared/api/me.api.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';

/**
 * Shows the waiting screen until it is known whether the stored token is still valid. When the server doesn't answer, the
 * portal opens all the same, and its screens say what is wrong. The waiting screen stays while the screens' code is loaded,
 * because a second one after it would stay for React's minimum of 300 ms.
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
