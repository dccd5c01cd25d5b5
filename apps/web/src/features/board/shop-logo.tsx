import { type SyntheticEvent, useState } from 'react';
import { MEDIA_CACHE } from '../../shared/release/cache-names.js';
import { firstLetter } from '../../shared/texts/board-texts.js';
import { useFailedPicture } from '../../shared/ui/use-failed-picture.js';

/** The shop's logo, or the first letter of its name while no logo loads. An opaque logo gets an ivory plate. */
export function ShopLogo({ name, url }: { name: string; url: string }) {
  const [failed, setFailed] = useFailedPicture();
  const [plated, setPlated] = useState('');
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
          {firstLetter(name)}
        </span>
      )}
    </div>
  );
}

/** In pixels; small enough to be read at once. */
const SIZE = 16;

/** Whether a picture has no transparent corner. An unreadable picture counts as transparent. */
function isOpaque(image: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) return false;
  try {
    context.drawImage(image, 0, 0, SIZE, SIZE);
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    const alpha = (x: number, y: number) => data[(y * SIZE + x) * 4 + 3] ?? 0;
    const last = SIZE - 1;
    return [alpha(0, 0), alpha(last, 0), alpha(0, last), alpha(last, last)].every((value) => value > 250);
  } catch {
    return false;
  }
}

/** Stores the logo for the service worker, because on a board's first day the logo loads before the worker is active. */
function keepLogo(url: string): void {
  if (!('caches' in window)) return;
  const keep = async () => {
    const cache = await caches.open(MEDIA_CACHE);
    if (!(await cache.match(url))) await cache.add(url);
  };
  // With a full disk the logo is missing after a power cut, and a letter replaces it.
  keep().catch(() => undefined);
}
