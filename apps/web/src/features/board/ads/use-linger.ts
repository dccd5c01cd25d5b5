import { useEffect, useState } from 'react';

/** `isOn`, and for `ms` longer, for something that fades out. */
export function useLinger(isOn: boolean, ms: number): boolean {
  const [lingers, setLingers] = useState(isOn);
  if (isOn && !lingers) setLingers(true);
  useEffect(() => {
    if (isOn) return;
    const timer = setTimeout(() => setLingers(false), ms);
    return () => clearTimeout(timer);
  }, [isOn, ms]);
  return isOn || lingers;
}
