import type { ReactNode } from 'react';

/** In place of a list that is empty: the sentence, and a way on where there is one. */
export function Nothing({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="sheet empty" role="status">
      <p>{text}</p>
      {hint && <small>{hint}</small>}
      {children}
    </div>
  );
}
