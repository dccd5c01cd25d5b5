import { Button } from '@mantine/core';
import type { Screen } from '@sarafa/contracts';
import { type RefObject, useState } from 'react';
import { Changes, MayNote, useMay } from '../../shared/session/may.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { screenTexts as words } from '../../shared/texts/screen-texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Icon } from '../../shared/ui/icon.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useMinute } from '../../shared/use-minute.js';
import { Remote } from './remote-buttons.js';
import { RemoveScreen } from './remove-screen.js';
import { ScreenSettingsForm } from './screen-settings-form.js';
import { ScreenSnooze } from './screen-snooze.js';
import { deviceWords, shownWords, stateWords } from './screen-words.js';

interface Props {
  readonly screen: Screen;
  /** The shop, where screens of several shops are listed. */
  readonly shopName?: string;
  /** Gets the focus once the screen was removed. */
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** All about one screen: how it is, its remote, its settings, its alarms, and its end. */
export function ScreenDialog({ screen, shopName, home, onClose }: Props) {
  const [isRemoving, setIsRemoving] = useState(false);
  const now = useMinute();
  const may = useMay('operator');
  const { tone, text } = stateWords(screen, now);
  const about = [shownWords(screen, now), deviceWords(screen).join(', ')].filter(Boolean);
  return (
    <Dialog title={screen.name} size="medium" className="screen-dialog" onClose={onClose}>
      {/* Without a field that can be used, the keyboard has to reach it to scroll. */}
      <div className="dialog__body" {...(may ? {} : { tabIndex: 0, role: 'group', 'aria-label': screen.name })}>
        <div className="screen-about">
          {shopName && <strong>{shopName}</strong>}
          <StateWord tone={tone}>{text}</StateWord>
          {about.map((one) => (
            <span key={one} className="dim">
              {one}
            </span>
          ))}
          {screen.seen_at && (
            <span className="dim">{say(words.seen, { time: recently(Date.parse(screen.seen_at), now) })}</span>
          )}
        </div>
        <MayNote needs="operator" />
        <Changes needs="operator">
          <Remote screen={screen} />
          <ScreenSettingsForm screen={screen} />
          <ScreenSnooze screen={screen} now={now} />
          <section className="screen-part">
            <Button
              className="btn--remove"
              variant="default"
              leftSection={<Icon name="trash" />}
              onClick={() => setIsRemoving(true)}
            >
              {words.remove.do}
            </Button>
          </section>
        </Changes>
      </div>
      {isRemoving && <RemoveScreen screen={screen} home={home} onRemoved={onClose} onClose={() => setIsRemoving(false)} />}
    </Dialog>
  );
}
