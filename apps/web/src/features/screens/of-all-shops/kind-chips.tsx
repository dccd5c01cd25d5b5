import { groupRupees } from '@sarafa/domain';
import { useMemo } from 'react';
import { say } from '../../../shared/language/page-language.js';
import { SCREEN_KINDS } from '../screen-words.js';
import { screenTexts as words } from '../../../shared/texts/screen-texts.js';
import { countByKind, type ListedScreen, type ShownKind } from './find-screens.js';

interface Props {
  readonly all: readonly ListedScreen[];
  readonly shown: ShownKind;
  readonly onShow: (kind: ShownKind) => void;
}

/** How many screens there are of each state. Each figure lists its screens. */
export function KindChips({ all, shown, onShow }: Props) {
  const counts = useMemo(() => countByKind(all), [all]);
  return (
    <div className="kinds" role="group" aria-label={words.columns.state}>
      {(['all', ...SCREEN_KINDS] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className={`kind kind--${kind}`}
          aria-pressed={shown === kind}
          title={say(words.show, { what: words.kinds[kind] })}
          onClick={() => onShow(kind)}
        >
          {words.kinds[kind]} <b className="num">{groupRupees(counts.get(kind) ?? 0)}</b>
        </button>
      ))}
    </div>
  );
}
