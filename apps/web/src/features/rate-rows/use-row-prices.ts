import { limits } from '@sarafa/contracts';
import {
  landedFromTexts,
  type LandedPrices,
  type Margins,
  NO_DOUBTS,
  rowBook,
  rowDoubts,
  type RowDoubts,
  rowFormula,
  rowSum,
  type SumStep,
} from '@sarafa/domain';
import { useMemo } from 'react';
import { useRowsBasisQuery } from '../../shared/api/rate-rows.api.js';
import { checkedRow, type DraftRow } from './draft-rows.js';

/** What the present rates make of a row. */
export interface PricedDraft {
  /** Null for a row without a rate; undefined when the row is faulty, or the rates aren't known. */
  readonly price: number | null | undefined;
  readonly doubts: RowDoubts;
}

export interface RowPrices {
  readonly isUnknown: boolean;
  /** The time of the rates. */
  readonly lastUpdated: string | undefined;
  of(row: DraftRow): PricedDraft;
  sumOf(row: DraftRow): readonly SumStep[] | null;
}

const NOT_PRICED: PricedDraft = { price: undefined, doubts: NO_DOUBTS };

/** Prices rows as the server does, from the rates that the shop's boards show now. */
export function useRowPrices(userId: string): RowPrices {
  const { data, isError } = useRowsBasisQuery(userId, {
    pollingInterval: limits.profilePollMs,
    refetchOnMountOrArgChange: true,
  });
  return useMemo(() => {
    const prices = data && pricesOf(landedFromTexts(data.landed), data.margins);
    return {
      isUnknown: isError && !data,
      lastUpdated: data?.lastUpdated,
      of: (row) => prices?.of(row) ?? NOT_PRICED,
      sumOf: (row) => prices?.sumOf(row) ?? null,
    };
  }, [data, isError]);
}

function pricesOf(landed: LandedPrices, margins: Margins): Pick<RowPrices, 'of' | 'sumOf'> {
  const book = rowBook(landed);
  return {
    of: (row) => {
      const { sent } = checkedRow(row);
      if (!sent) return NOT_PRICED;
      const price = book.priceOf(rowFormula(sent), margins);
      return { price, doubts: rowDoubts(sent, price, landed, margins) };
    },
    sumOf: (row) => {
      const { sent } = checkedRow(row);
      return sent ? rowSum(sent, landed, margins) : null;
    },
  };
}
