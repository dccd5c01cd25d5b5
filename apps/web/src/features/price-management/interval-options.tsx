import type { IntervalSettings } from '@sarafa/contracts';
import type { ReactNode } from 'react';
import { Changes } from '../../shared/session/may.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';

interface Props {
  readonly label: string;
  readonly settings: IntervalSettings;
  /** The word in the chosen card. */
  readonly mark: string;
  readonly isNumbered?: boolean;
  readonly isBusy: boolean;
  readonly nameOf: (option: IntervalSettings['availableIntervals'][number]) => string;
  readonly noteOf: (option: IntervalSettings['availableIntervals'][number]) => ReactNode;
  readonly onChoose: (value: number) => void;
}

/**
 * One card for each interval, the current one marked. They are buttons and not radio buttons, because each changes the setting
 * at once.
 */
export function IntervalOptions({ label, settings, mark, isNumbered = false, isBusy, nameOf, noteOf, onChoose }: Props) {
  return (
    <Changes needs="operator">
      <div className="opts" role="group" aria-label={label} aria-busy={isBusy}>
        {settings.availableIntervals.map((option, index) => {
          const isCurrent = option.value === settings.currentInterval;
          return (
            <button
              key={option.value}
              type="button"
              className="opt"
              aria-pressed={isCurrent}
              onClick={() => !isCurrent && onChoose(option.value)}
              {...asDisabled(isBusy)}
            >
              {isNumbered && <span className="opt__n">{index + 1}</span>}
              <b>{nameOf(option)}</b>
              <span className="opt__note">{noteOf(option)}</span>
              {isCurrent && <em>{mark}</em>}
            </button>
          );
        })}
      </div>
    </Changes>
  );
}
