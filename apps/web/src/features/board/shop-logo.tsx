import { texts } from '@sarafa/contracts';
import { type SyntheticEvent, useState } from 'react';
import { isOpaque } from './is-opaque.js';
import { keepLogo } from './keep-logo.js';

/** The shop's logo; without one that loads, the first letter of its name. An opaque one lies on an ivory plate. */
export function ShopLogo({ name, url }: { name: string; url: string }) {
  const [failed, setFailed] = useState('');
  const [plated, setPlated] = useState('');
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? texts.board.defaultLetter;
  const onLoad = (event: SyntheticEvent<HTMLImageElement>) => {
    if (isOpaque(event.currentTarget)) setPlated(url);
    keepLogo(url);
  };
  return (
    <div className={plated && plated === url ? 'head__logo head__logo--plate' : 'head__logo'}>
      {url && failed !== url ? (
        <img key={url} src={url} alt="" onLoad={onLoad} onError={() => setFailed(url)} />
      ) : (
        <span className="head__letter" aria-hidden="true">
          {letter}
        </span>
      )}
    </div>
  );
}
