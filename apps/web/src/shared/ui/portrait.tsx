import { firstLetter } from '../texts/board-texts.js';
import { useFailedPicture } from './use-failed-picture.js';

interface Props {
  readonly url: string;
  /** The first letter replaces a missing logo. */
  readonly name: string;
  /** Replaces a missing logo instead of the letter. */
  readonly fallback?: string | undefined;
}

/** Hidden from screen readers, because the name is beside it. */
export function Portrait({ url, name, fallback }: Props) {
  const [failed, setFailed] = useFailedPicture();
  const shown = url && failed !== url ? url : fallback;
  if (shown) return <img className="portrait" src={shown} alt="" loading="lazy" onError={() => setFailed(url)} />;
  return (
    <b className="portrait" aria-hidden="true">
      {firstLetter(name)}
    </b>
  );
}
