import { Skeleton } from '@mantine/core';
import { rateRowTexts as words } from '../../shared/texts/rate-row-texts.js';

export function RateRowsLoading() {
  return (
    <div role="status">
      <p className="dim">{words.loading}</p>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height="3.25rem" mt="0.75rem" />
      ))}
    </div>
  );
}
