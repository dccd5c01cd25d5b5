import { useEffect, useState } from 'react';

const RETRY_MS = 60_000;

/**
 * The address of the picture that has failed just now, and what sets it; empty for none. It is tried again, because boards are on for
 * months and media may have been down for a moment.
 */
export function useFailedPicture(): [failed: string, setFailed: (url: string) => void] {
  const [failed, setFailed] = useState('');
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => setFailed(''), RETRY_MS);
    return () => clearTimeout(timer);
  }, [failed]);
  return [failed, setFailed];
}
