import { groupRupees } from '@sarafa/domain';

/** The figure has an accessible name, so that a screen reader reads it as one number. */
export function PriceFigure({ price }: { price: number }) {
  const figure = groupRupees(price);
  return (
    <p className="price">
      <span role="img" aria-label={`₹${figure}`}>
        <span className="rs">₹</span>
        {figure}
      </span>
    </p>
  );
}
