import type { ReactNode } from 'react';

/** Shown in place of an empty list: a sentence and, where possible, a button. */
export function Nothing({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="sheet empty" role="status">
      <p>{text}</p>
      {hint && <small>{hint}</small>}
      {children}
    </div>
  );
}
