import { Fragment } from 'react';
import type { Line, Part } from './parts-of.js';

/** The lines of an estimate, each with how it was worked out. */
export function EstimateLines({ parts }: { parts: readonly (Part & { readonly notes?: readonly string[] })[] }) {
  return parts.map(({ title, lines, notes = [] }, place) =>
    title ? (
      <section key={place} aria-label={title}>
        <h3>{title}</h3>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Lines of={lines} />
      </section>
    ) : (
      <Lines key={place} of={lines} />
    ),
  );
}

function Lines({ of }: { of: readonly Line[] }) {
  return (
    <dl className="estimate__lines">
      {of.map(({ label, how, amount, isSum }, place) => (
        <div key={place} className={isSum ? 'estimate__sum' : undefined}>
          <dt>
            {label}
            {how && (
              <Fragment>
                {' '}
                <small>{how}</small>
              </Fragment>
            )}
          </dt>
          <dd className="num">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
