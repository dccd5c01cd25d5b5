import { type CSSProperties, useEffect, useState } from 'react';
import { burnInShift, SHIFT_EVERY_MS } from './burn-in.js';

/** The style that moves a television's stage a little every few minutes. */
export function useBurnInShift(isOn: boolean): CSSProperties {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setStep((before) => before + 1), SHIFT_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  const { x, y } = burnInShift(isOn ? step : 0);
  return { '--shift-x': `${x}px`, '--shift-y': `${y}px` } as CSSProperties;
}
