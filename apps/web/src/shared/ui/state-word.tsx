import type { ReactNode } from 'react';

/**
 * Shown as a disc, a half disc, a ring, a bar, two bars upright or two lines, so that a state can be told by shape and word as well
 * as by colour.
 */
export type Tone = 'ok' | 'warn' | 'err' | 'off' | 'held' | 'listed';

export function StateWord({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`st st--${tone}`}>
      <i aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

/**
 * What screen readers say when it changes: a state alone, because a time beside it would have the whole said anew with each quote.
 * It is there from the beginning, because what comes together with its text isn't said.
 */
export function SpokenState({ children }: { children: ReactNode }) {
  return (
    <span className="spoken" role="status">
      {children}
    </span>
  );
}
