import type { Metal } from '@sarafa/contracts';
import { say } from '../../shared/page-language.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { percentText, type RateChange } from './rate-draft.js';

/** The second look at rates that change a lot. It is there while it is empty, so that screen readers read what comes into it. */
export function Jumps({ jumps, setAt }: { jumps: readonly [Metal, RateChange][]; setAt: string }) {
  return (
    <div role="alert" className="ratelist__jumps">
      {jumps.map(([metal, { percent }]) => (
        <StateWord key={metal} tone="warn">
          {say(words.jump, { metal: words.metals[metal], percent: percentText(percent), isAbove: percent > 0, time: setAt })}
        </StateWord>
      ))}
      {jumps.length > 0 && <p>{words.lookTwice}</p>}
    </div>
  );
}
