import '../shared/zod-without-eval.js';
import '../shared/fonts.css';
import '../shared/fonts-indic.css';
import '../shared/tokens.css';
import '../features/board/loading.css';
import '../features/board/layout/frame.css';
import '../features/board/cards/rail.css';
import '../features/board/layout/tray.css';
import '../features/board/notices.css';
import '../features/board/ads/ad.css';
import '../features/board/cards/strip.css';
import '../features/board/layout/phone.css';
import '../features/board/screen/screen.css';
import { createRoot } from 'react-dom/client';
import { BoardApp } from '../features/board/board-app.js';
import { startBoard } from '../features/board/board-store.js';
import { afterLoading } from '../features/board/loading.js';
import { ownRelease } from '../features/board/release/own-release.js';
import { PlainBoard } from '../features/board/cards/plain-board.js';
import { loadPartInTime } from '../shared/release/load-part.js';
import { boardIdIn, isOpenedAsTv, overscanIn, turnsVideoIn } from './board-address.js';
import { BoardGuard } from './board-guard.js';
import { registerServiceWorker } from './register-service-worker.js';

document.documentElement.removeAttribute('data-starting');
document.documentElement.style.setProperty('--overscan', overscanIn(location.search));

// Names and the rupee sign. The browser itself would ask for these fonts once rates are laid out, and rates would be laid out again.
void Promise.all([document.fonts.load('1em Marcellus'), document.fonts.load('1em Archivo', '₹')]).catch(() => undefined);

const root = createRoot(document.getElementById('root')!);
let stop: (() => void) | undefined;
addEventListener('pagehide', () => stop?.());
// A page from the back-forward cache would come back with its feed stopped.
addEventListener('pageshow', (event) => event.persisted && location.reload());

// What only paired screens need is a chunk of its own.
if (location.pathname === '/tv')
  loadPartInTime(
    () => import('./tv-app.js'),
    ({ startTv }) => (stop = startTv(root)),
  );
else startShopBoard();
// The worker loads all that a board may ever need. On a slow line the first rates would take turns with that.
afterLoading(registerServiceWorker);

function startShopBoard(): void {
  const onTv = isOpenedAsTv(location.search);
  const store = startBoard(boardIdIn(location.pathname));
  stop = () => store.stop();
  root.render(
    <BoardGuard fallback={() => <PlainBoard state={store.getState()} isOpenedAsTv={onTv} />}>
      <BoardApp store={store} turnsVideo={turnsVideoIn(location.search)} isOpenedAsTv={onTv} />
    </BoardGuard>,
  );
  if (!ownRelease) return;
  // Not before the first rates, which have a budget.
  afterLoading(() =>
    loadPartInTime(
      () => import('../features/board/release/follow-releases.js'),
      ({ boardPage, ReleaseFollower }) => new ReleaseFollower(boardPage(store)),
    ),
  );
}
