import { dutiesOf, entriesOf, type ImportDuty, offeredMetals } from '@sarafa/contracts';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { boardTexts } from '../../shared/texts/board-texts.js';

interface PageNumber {
  readonly at: number;
  readonly of: number;
}

interface Props {
  readonly duty: ImportDuty | null;
  readonly page: PageNumber;
  /** What the numbers are; shown here when the rail has no room for it. */
  readonly basis: string;
}

export function BoardFooter({ duty, page, basis }: Props) {
  const { importDuty, page: pageWord, pageOf, credits } = boardTexts;
  return (
    <footer className="foot">
      <div className="foot__facts">
        {duty && <span>{`${importDuty}: ${percents(duty).join(', ')}`}</span>}
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

function percents(duty: ImportDuty): string[] {
  return entriesOf(dutiesOf(duty), offeredMetals).map(([metal, percent]) => `${boardTexts[metal]} ${percent}%`);
}
