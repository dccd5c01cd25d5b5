import { type SyntheticEvent, useEffect, useState } from 'react';
import { brandTexts } from '../../shared/texts/board-texts.js';
import { isOpaque } from './is-opaque.js';
import { keepLogo } from './keep-logo.js';

/** A logo that didn't load is tried again, because boards are on for months and media may have been down for a moment. */
const RETRY_MS = 60_000;

/** The shop's logo, or the first letter of its name while no logo loads. An opaque logo gets an ivory plate. */
export function ShopLogo({ name, url }: { name: string; url: string }) {
  const [failed, setFailed] = useState('');
  const [plated, setPlated] = useState('');
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => setFailed(''), RETRY_MS);
    return () => clearTimeout(timer);
  }, [failed]);
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? brandTexts.defaultLetter;
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
