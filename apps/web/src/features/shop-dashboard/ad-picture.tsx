import type { OwnAdvertisement } from '@sarafa/contracts';
import { useState } from 'react';
import { Icon } from '../../shared/ui/icon.js';

/** An ad's look: an image itself, of a video its first picture. What can't be drawn here leaves the sign of its kind. */
export function AdPicture({ ad }: { ad: OwnAdvertisement }) {
  const [hasFailed, setFailed] = useState(false);
  const fail = () => setFailed(true);
  if (hasFailed) return <KindSign kind={ad.file_type} />;
  if (ad.file_type === 'image') return <img src={ad.file_path} alt="" loading="lazy" decoding="async" onError={fail} />;
  // A moment in: many films begin in black.
  return (
    <video src={`${ad.file_path}#t=0.5`} preload="metadata" muted playsInline tabIndex={-1} aria-hidden="true" onError={fail} />
  );
}

export function KindSign({ kind }: { kind: OwnAdvertisement['file_type'] | undefined }) {
  return (
    <span className="ph">
      <Icon name={kind === 'video' ? 'video' : 'image'} />
    </span>
  );
}
