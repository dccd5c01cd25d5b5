import { texts } from '@sarafa/contracts';
import type { ReactNode } from 'react';
import mark from '../../shared/brand/mark.svg';
import type { ServerClock } from './server-clock.js';
import { PlainClock } from './board-clock.js';
import type { Screen } from './board-view.js';

/** What fills the screen in place of the rates. */
export function Notice({
  screen,
  shopName,
  clock,
}: {
  screen: Exclude<Screen, 'rates'>;
  shopName: string;
  clock: ServerClock;
}) {
  const { board } = texts;
  switch (screen) {
    case 'loading':
      return (
        <section className="over" role="status">
          <img className="over__mark over__mark--close" src={mark} alt="" />
          <div className="hairline" aria-hidden="true">
            <i />
          </div>
          <p>{board.loading}</p>
        </section>
      );
    case 'idle':
      return (
        <section className="over over--idle">
          <img src={mark} alt={texts.product} />
          <PlainClock clock={clock} />
        </section>
      );
    case 'not-found':
      return <Veil title={board.notFound.title} lines={[board.notFound.line]} />;
    case 'maintenance-page':
      return <Veil title={board.maintenancePage.title} lines={[board.maintenancePage.line]} />;
    case 'maintenance':
      return <Veil title={board.maintenance.title} lines={board.maintenance.lines} foot={shopName} />;
    case 'ended':
      return <Veil title={board.subscriptionEnded.title} lines={board.subscriptionEnded.lines} foot={shopName} />;
    case 'waiting':
      return <Veil title={board.noRates.title} lines={[board.noRates.line]} foot={shopName} />;
    case 'no-connection':
      return <Veil title={board.noConnection.title} lines={[board.noConnection.line]} foot={shopName} />;
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
