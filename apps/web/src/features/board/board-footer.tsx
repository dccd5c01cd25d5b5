import type { ImportDuty } from '@sarafa/contracts';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { boardTexts } from '../../shared/texts/board-texts.js';

interface PageNumber {
  readonly at: number;
  readonly of: number;
}

interface Props {
  readonly duty: ImportDuty | null;
  readonly page: PageNumber;
  /** What the numbers are; seen here when the rail has no room for it. */
  readonly basis: string;
}

export function BoardFooter({ duty, page, basis }: Props) {
  const { importDuty, gold, silver, page: pageWord, pageOf, credits } = boardTexts;
  return (
    <footer className="foot">
      <div className="foot__facts">
        {duty && <span>{`${importDuty}: ${gold} ${duty.goldImportDuty}%, ${silver} ${duty.silverImportDuty}%`}</span>}
        {page.of > 1 && <span>{`${pageWord} ${page.at} ${pageOf} ${page.of}`}</span>}
        {basis && <span className="foot__basis">{basis}</span>}
      </div>
      <div className="foot__by">
        <span>{credits}</span>
        <img src={lockup} alt={boardTexts.product} />
      </div>
    </footer>
  );
}
