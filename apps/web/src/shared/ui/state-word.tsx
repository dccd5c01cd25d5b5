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
