import { useEffect } from 'react';

/**
 * What a board on a wall asks of its browser, which may say no: to keep the board's files when another page needs the disk, without
 * which a power cut without a network would end in the browser's error page; and to leave the screen on, which a tablet or a box that
 * nobody touches would switch off. Also in off-hours: a device that sleeps doesn't wake for the morning.
 */
export function useAlwaysOn(isOnWall: boolean): void {
  useEffect(() => {
    if (!isOnWall) return;
    void navigator.storage?.persist?.().catch(() => false);
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      // A lock ends where the page is hidden.
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) void lock?.release();
    };
    const look = () => void ask();
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', look);
      void lock?.release();
    };
  }, [isOnWall]);
}
