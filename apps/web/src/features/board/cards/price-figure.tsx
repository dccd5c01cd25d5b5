import { groupRupees } from '@sarafa/domain';
import { digits } from '@sarafa/words';
import { useMessages } from '../../../shared/language.js';
import { Digits } from './digits.js';

interface Props {
  readonly side?: string;
  readonly price: number | null;
  /** The side in the board's second language, and that language. */
  readonly other?: string | undefined;
  readonly lang?: string | undefined;
}

/** The figure has an accessible name, so that a screen reader reads it as one number. */
export function PriceFigure({ side = '', price, other, lang }: Props) {
  const messages = useMessages();
  const figure = price === null ? '' : groupRupees(price);
  return (
    <p className={`price${side && ' price--side'}${figure ? '' : ' price--none'}`}>
      {side && (
        <small className="price__side turns">
          <span>{side}</span>
          {other && <span lang={lang}>{other}</span>}
        </small>
      )}
      {price === null ? (
        <span>{messages.noRate}</span>
      ) : (
        <span role="img" aria-label={digits(`₹${figure}`, messages)}>
          <span className="rs">₹</span>
          <Digits number={figure} />
        </span>
      )}
    </p>
  );
}
