import { LazyRateRowsEditor } from '../../shared/rate-rows/lazy-rate-rows-editor.js';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';

/** The rows of the shop's board that the market prices. */
export function RateRowsSection({ userId }: { userId: string }) {
  return (
    <section className="sheet" aria-labelledby="rate-rows-title">
      <div className="sheet__h">
        <h2 id="rate-rows-title">{words.title}</h2>
      </div>
      <div className="sheet__b">
        <LazyRateRowsEditor userId={userId} />
      </div>
    </section>
  );
}
