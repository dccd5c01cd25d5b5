import type { ComponentProps } from 'react';
import mark from '../shared/brand/mark.svg';
import { CrashGuard } from './crash-guard.js';

/**
 * Guards a board also where its fallback, which is made of the same data, crashes too: React would take everything off the page,
 * and never render again. Then the mark alone shows, which needs no data.
 */
export function BoardGuard({ children, fallback }: ComponentProps<typeof CrashGuard>) {
  return (
    <CrashGuard fallback={markAlone}>
      <CrashGuard fallback={fallback}>{children}</CrashGuard>
    </CrashGuard>
  );
}

function markAlone() {
  return (
    <div className="board">
      <section className="over">
        <img className="over__mark over__mark--close" src={mark} alt="" />
      </section>
    </div>
  );
}
