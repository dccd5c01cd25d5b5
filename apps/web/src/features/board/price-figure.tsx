import { groupRupees } from '@sarafa/domain';
import { boardTexts } from '../../shared/texts/board-texts.js';

/** The figure has an accessible name, so that a screen reader reads it as one number. */
export function PriceFigure({ side = '', price }: { side?: string; price: number | null }) {
  const figure = price === null ? '' : groupRupees(price);
  return (
    <p className={`price${side && ' price--side'}${figure ? '' : ' price--none'}`}>
      {side && <small className="price__side">{side}</small>}
      {price === null ? (
        <span>{boardTexts.noRate}</span>
      ) : (
        <span role="img" aria-label={`₹${figure}`}>
          <span className="rs">₹</span>
          {figure}
        </span>
      )}
    </p>
  );
}
