import type { ReactNode } from 'react';
import mark from '../../shared/brand/mark.svg';
import { boardTexts } from '../../shared/texts/board-texts.js';
import type { ServerClock } from './server-clock.js';
import { PlainClock } from './board-clock.js';
import type { Screen } from './board-view.js';

/** A message that fills the screen in place of the rates. */
export function Notice({
  screen,
  shopName,
  clock,
}: {
  screen: Exclude<Screen, 'rates'>;
  shopName: string;
  clock: ServerClock;
}) {
  switch (screen) {
    case 'loading':
      return (
        <section className="over" role="status">
          <img className="over__mark over__mark--close" src={mark} alt="" />
          <div className="hairline" aria-hidden="true">
            <i />
          </div>
          <p>{boardTexts.loading}</p>
        </section>
      );
    case 'idle':
      return (
        <section className="over over--idle">
          <img src={mark} alt={boardTexts.product} />
          <PlainClock clock={clock} />
        </section>
      );
    case 'not-found':
      return <Veil title={boardTexts.notFound.title} lines={[boardTexts.notFound.line]} />;
    case 'maintenance-page':
      return <Veil title={boardTexts.maintenancePage.title} lines={[boardTexts.maintenancePage.line]} />;
    case 'maintenance':
      return <Veil title={boardTexts.maintenance.title} lines={boardTexts.maintenance.lines} foot={shopName} />;
    case 'ended':
      return <Veil title={boardTexts.subscriptionEnded.title} lines={boardTexts.subscriptionEnded.lines} foot={shopName} />;
    case 'waiting':
      return <Veil title={boardTexts.noRates.title} lines={[boardTexts.noRates.line]} foot={shopName} />;
    case 'no-connection':
      return <Veil title={boardTexts.noConnection.title} lines={[boardTexts.noConnection.line]} foot={shopName} />;
  }
}

function Veil({ title, lines, foot }: { title: string; lines: readonly string[]; foot?: string }): ReactNode {
  return (
    <section className="over over--veil" role="status">
      <img className="over__mark" src={mark} alt="" />
      <h1>{title}</h1>
      <div className="over__rule" />
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {foot && <div className="over__foot">{foot}</div>}
    </section>
  );
}
