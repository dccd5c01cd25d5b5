import { Metal, type PriceSnapshot } from '@sarafa/contracts';
import { type Messages, say } from '@sarafa/words';
import lockup from '../../shared/brand/lockup-on-dark.svg';
import { useMessages } from '../../shared/language.js';
import { brandTexts } from '../../shared/texts/board-texts.js';

interface PageNumber {
  readonly at: number;
  readonly of: number;
}

interface Props {
  /** The prices that have a duty in them; undefined where the board shows none. */
  readonly prices: PriceSnapshot | undefined;
  readonly page: PageNumber;
  /** What the numbers are; shown here when the rail has no room for it. */
  readonly basis: string;
}

export function BoardFooter({ prices, page, basis }: Props) {
  const messages = useMessages();
  return (
    <footer className="foot">
      <div className="foot__facts">
        {prices && <span>{dutyText(prices, messages)}</span>}
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

/** The percentages of the metals on the board, where the prices come with theirs: those of a list don't. */
function dutyText({ duty, rows }: PriceSnapshot, messages: Messages): string {
  const { importDuty, importDutyOf, dutyOf } = messages;
  const percents = Metal.options.flatMap((metal) => {
    const percent = duty?.[`${metal}ImportDuty`];
    return percent !== undefined && rows?.some((row) => row.metal === metal) ? say(dutyOf[metal], { percent }, messages) : [];
  });
  return percents.length > 0 ? say(importDutyOf, { percents: percents.join(', ') }) : importDuty;
}
