import { useSyncExternalStore } from 'react';
import type { Root } from 'react-dom/client';
import { PlainBoard } from '../features/board/cards/plain-board.js';
import { PairingPage } from '../features/board/screen/pairing-page.js';
import { ScreenBoard } from '../features/board/screen/screen-board.js';
import { Tv } from '../features/board/screen/tv.js';
import { BoardGuard } from './board-guard.js';

/** A TV at `/tv`: its code, or the board of the shop that it was paired with. */
function TvApp({ tv }: { tv: Tv }) {
  const stage = useSyncExternalStore(tv.subscribe, tv.getStage);
  if ('desk' in stage)
    return (
      <BoardGuard key="desk" fallback={() => <PlainCode code={stage.desk.getView().code} />}>
        <PairingPage desk={stage.desk} />
      </BoardGuard>
    );
  const { screen } = stage;
  return (
    <BoardGuard key="screen" fallback={() => <PlainBoard state={screen.store.getState()} isOpenedAsTv={true} />}>
      <ScreenBoard screen={screen} />
    </BoardGuard>
  );
}

function PlainCode({ code }: { code: string | null }) {
  return (
    <div className="board">
      <section className="over">
        <h1>{code}</h1>
      </section>
    </div>
  );
}

/** Answers what ends it. */
export function startTv(root: Root): () => void {
  const tv = new Tv();
  root.render(<TvApp tv={tv} />);
  return () => tv.stop();
}
