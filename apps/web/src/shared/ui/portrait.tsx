import { texts } from '@sarafa/contracts';
import { useState } from 'react';

interface Props {
  readonly url: string;
  /** Its first letter stands in for a logo. */
  readonly name: string;
  /** Stands in instead of a letter. */
  readonly fallback?: string;
}

/** Beside the name it belongs to, so it says nothing itself. */
export function Portrait({ url, name, fallback }: Props) {
  const [failed, setFailed] = useState('');
  const shown = url && failed !== url ? url : fallback;
  if (shown) return <img className="portrait" src={shown} alt="" loading="lazy" onError={() => setFailed(url)} />;
  return (
    <b className="portrait" aria-hidden="true">
      {Array.from(name.trim())[0]?.toUpperCase() ?? texts.board.defaultLetter}
    </b>
  );
}
