import { useEffect, useState } from 'react';
import { serverNow } from '../../shared/server-time.js';
import { leftText } from './hold-times.js';

/** The last moments of a hold are the server's, whose clock may be a little behind. */
const AFTER_MS = 500;

/** How long a hold still lasts, counted down by the second. No live region, which a screen reader would read each second. */
export function HoldLeft({ until, onOver }: { until: number; onOver: () => void }) {
  const [left, setLeft] = useState(() => until - serverNow());
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  const isOver = left <= -AFTER_MS;
  useEffect(() => {
    if (isOver) onOver();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each hold
  }, [isOver, until]);
  return <b className="hold__left num">{leftText(left)}</b>;
}
