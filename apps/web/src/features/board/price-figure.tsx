import { groupRupees } from '@sarafa/domain';

/** The figure has a name of its own, so that a screen reader says it as one. */
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
