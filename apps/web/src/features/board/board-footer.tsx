import { dutiesOf, entriesOf, type ImportDuty, type Metal } from '@sarafa/contracts';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { boardTexts } from '../../shared/texts/board-texts.js';

interface PageNumber {
  readonly at: number;
  readonly of: number;
}

interface Props {
  readonly duty: ImportDuty | null;
  /** The metals whose duty is known. */
  readonly metals: readonly Metal[];
  readonly page: PageNumber;
  /** What the numbers are; shown here when the rail has no room for it. */
  readonly basis: string;
}

export function BoardFooter({ duty, metals, page, basis }: Props) {
  const { importDuty, page: pageWord, pageOf, credits } = boardTexts;
  return (
    <footer className="foot">
      <div className="foot__facts">
        {duty && <span>{[importDuty, percents(duty, metals).join(', ')].filter(Boolean).join(': ')}</span>}
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

function percents(duty: ImportDuty, metals: readonly Metal[]): string[] {
  return entriesOf(dutiesOf(duty), metals).map(([metal, percent]) => `${boardTexts[metal]} ${percent}%`);
}
