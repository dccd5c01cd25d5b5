import { BoardClock } from './board-clock.js';
import type { ServerClock } from './server-clock.js';
import { ShopLogo } from './shop-logo.js';

export function BoardHeader({ name, logoUrl, clock }: { name: string; logoUrl: string; clock: ServerClock }) {
  return (
    <header className="head">
      <ShopLogo name={name} url={logoUrl} />
      <h1 className="head__name">{name}</h1>
      <BoardClock clock={clock} />
    </header>
  );
}
