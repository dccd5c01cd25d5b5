import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { openPathIn } from '../shared/open-path.js';

/** Goes where an alarm leads that was touched while this page was open. */
export function useOpenPath(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Without TLS there is no worker, and where storage is forbidden it can't be reached.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const go = ({ data }: MessageEvent) => {
      const path = openPathIn(data);
      if (path) void navigate(path, { replace: location.pathname + location.hash === path });
    };
    worker?.addEventListener('message', go);
    return () => worker?.removeEventListener('message', go);
  }, [navigate]);
}
