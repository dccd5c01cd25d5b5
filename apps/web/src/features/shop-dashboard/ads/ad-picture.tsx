import type { OwnAdvertisement } from '@sarafa/contracts';
import { Icon } from '../../../shared/ui/icon.js';
import { useFailedPicture } from '../../../shared/ui/use-failed-picture.js';

/**
 * A picture of an ad: the image itself, or the first frame of a video. A file that can't be shown here is replaced by an icon
 * for its kind.
 */
export function AdPicture({ ad }: { ad: OwnAdvertisement }) {
  const [failed, setFailed] = useFailedPicture();
  const fail = () => setFailed(ad.file_path);
  if (failed === ad.file_path) return <KindSign kind={ad.file_type} />;
  if (ad.file_type === 'image') return <img src={ad.file_path} alt="" loading="lazy" decoding="async" onError={fail} />;
  // Not the very first frame, because many films begin in black.
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
