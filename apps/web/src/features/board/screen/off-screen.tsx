import { type CSSProperties, useEffect, useState } from 'react';
import type { BoardStore } from '../board-store.js';
import { useReleaseProof } from '../release/use-release-proof.js';
import { useSteadyLook } from '../layout/use-steady-look.js';
import { OFF } from './painted.js';

const STEP_MS = 4_000;

/** The screen in off-hours (rule 14.9): black, but for a dot by which a person sees that the TV is on. */
export function OffScreen({ store }: { store: BoardStore }) {
  const [step, setStep] = useState(0);
  useSteadyLook(store.look);
  // A new release is loaded at night, and must not be judged by rates that it may not show.
  useReleaseProof('notice', store.getState().id);
  useEffect(() => {
    const timer = setInterval(() => setStep((before) => before + 1), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={`board ${OFF}`}>
      <i className="off__dot" style={placeOf(step)} />
    </div>
  );
}

/** A path that comes by nearly every place of the screen before it comes by one again. */
function placeOf(step: number): CSSProperties {
  return { left: `${50 + 46 * Math.sin(step * 0.11)}%`, top: `${50 + 46 * Math.sin(step * 0.0787 + 1)}%` };
}
