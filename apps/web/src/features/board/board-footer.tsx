import { dutiesOf, entriesOf, type ImportDuty, type Metal } from '@sarafa/contracts';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { type Messages, say, useMessages } from '../../shared/language.js';
import { brandTexts } from '../../shared/texts/board-texts.js';

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
  const messages = useMessages();
  return (
    <footer className="foot">
      <div className="foot__facts">
        {duty && <span>{dutyText(duty, metals, messages)}</span>}
        {page.of > 1 && <span>{say(messages.page, { page: page.at, pages: page.of }, messages)}</span>}
        {basis && <span className="foot__basis">{basis}</span>}
      </div>
      <div className="foot__by">
        <span>{messages.credits}</span>
        <img src={lockup} alt={brandTexts.product} />
      </div>
    </footer>
  );
}

function dutyText(duty: ImportDuty, metals: readonly Metal[], messages: Messages): string {
  const { importDuty, importDutyOf, dutyOf } = messages;
  const percents = entriesOf(dutiesOf(duty), metals).map(([metal, percent]) => say(dutyOf[metal], { percent }, messages));
  return percents.length > 0 ? say(importDutyOf, { percents: percents.join(', ') }) : importDuty;
}
