import { useEffect, useState } from 'react';

const IDLE_MS = 3_000;

/** Whether somebody moves the pointer just now: a television shows none of its own accord. */
export function useHand(): boolean {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = () => {
      setMoving(true);
      clearTimeout(timer);
      timer = setTimeout(() => setMoving(false), IDLE_MS);
    };
    addEventListener('mousemove', onMove);
    return () => {
      clearTimeout(timer);
      removeEventListener('mousemove', onMove);
    };
  }, []);
  return isMoving;
}
