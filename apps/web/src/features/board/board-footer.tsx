import { type ImportDuty, texts } from '@sarafa/contracts';
import lockup from '../../shared/brand/lockup-on-dark.svg';

export interface PageNumber {
  readonly at: number;
  readonly of: number;
}

export function BoardFooter({ duty, page }: { duty: ImportDuty | null; page: PageNumber }) {
  const { importDuty, gold, silver, page: pageWord, pageOf, credits } = texts.board;
  return (
    <footer className="foot">
      <div className="foot__facts">
        {duty && <span>{`${importDuty}: ${gold} ${duty.goldImportDuty}%, ${silver} ${duty.silverImportDuty}%`}</span>}
        {page.of > 1 && <span>{`${pageWord} ${page.at} ${pageOf} ${page.of}`}</span>}
      </div>
      <div className="foot__by">
        <span>{credits}</span>
        <img src={lockup} alt={texts.product} />
      </div>
    </footer>
  );
}
