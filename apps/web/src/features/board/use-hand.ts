import { useEffect, useState } from 'react';

const IDLE_MS = 3_000;

/** Whether somebody is moving a pointer; a television shows no pointer by itself. */
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
