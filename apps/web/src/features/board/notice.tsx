import type { ReactNode } from 'react';
import mark from '../../shared/brand/mark.svg';
import { useMessages } from '../../shared/language/language.js';
import { brandTexts } from '../../shared/texts/board-texts.js';
import type { ServerClock } from './feed/server-clock.js';
import { PlainClock } from './cards/board-clock.js';
import type { BoardView } from './board-view.js';

/** A message that fills the screen in place of the rates. */
export function Notice({ view, shopName, clock }: { view: Exclude<BoardView, 'rates'>; shopName: string; clock: ServerClock }) {
  const messages = useMessages();
  switch (view) {
    case 'loading':
      return (
        <section className="over" role="status">
          <img className="over__mark over__mark--close" src={mark} alt="" />
          <div className="hairline" aria-hidden="true">
            <i />
          </div>
          <p>{messages.loading}</p>
        </section>
      );
    case 'idle':
      return (
        <section className="over over--idle">
          <img src={mark} alt={brandTexts.product} />
          <PlainClock clock={clock} />
        </section>
      );
    case 'not-found':
      return <Veil title={messages.notFound.title} lines={[messages.notFound.line]} />;
    case 'maintenance-page':
      return <Veil title={messages.maintenancePage.title} lines={[messages.maintenancePage.line]} />;
    case 'maintenance':
      return <Veil title={messages.maintenance.title} lines={messages.maintenance.lines} foot={shopName} />;
    case 'ended':
      return <Veil title={messages.subscriptionEnded.title} lines={messages.subscriptionEnded.lines} foot={shopName} />;
    case 'waiting':
      return <Veil title={messages.noRates.title} lines={[messages.noRates.line]} foot={shopName} />;
    case 'no-connection':
      return <Veil title={messages.noConnection.title} lines={[messages.noConnection.line]} foot={shopName} />;
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
