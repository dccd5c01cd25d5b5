import { Button } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { notifyFailed, notifyOutcome } from '../notices.js';
import { portalTexts } from '../texts/portal-texts.js';
import { useWhileMounted } from '../use-while-mounted.js';
import { Dialog } from './dialog.js';
import { WaitingButton } from './waiting-button.js';

type Outcome = Parameters<typeof notifyOutcome>;

interface Props {
  readonly title: string;
  readonly question: string;
  /** What is lost with it. */
  readonly note?: string;
  readonly yes: string;
  readonly isDanger?: boolean;
  /** Makes the change. The dialog closes when it has ended, and says how. A text says why it can't even be tried. */
  readonly run: string | (() => Outcome[0]);
  readonly failed: Outcome[1];
  readonly done?: Outcome[2];
  /** Gets the focus once it is done, where the row with the focused button is removed. */
  readonly home?: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Mantine's dialogs always have role=dialog, so the role is set here. */
function asAlert(body: HTMLElement | null): void {
  body?.closest('[role=dialog]')?.setAttribute('role', 'alertdialog');
}

/** Asks before something is deleted or switched (rule 10.10). The button without consequences has the focus. */
export function ConfirmDialog({ title, question, note, yes, isDanger = false, run, failed, done, home, onClose }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const focusAfter = useRef<HTMLElement>(null);
  const close = useWhileMounted(onClose);
  const cancel = () => {
    focusAfter.current = null;
    onClose();
  };
  const go = async () => {
    if (typeof run === 'string') {
      notifyFailed(run);
      return cancel();
    }
    setIsBusy(true);
    // Before the answer, because the page may remove this dialog together with the row.
    focusAfter.current = home?.current ?? null;
    if (!(await notifyOutcome(run(), failed, done))) focusAfter.current = null;
    close();
  };
  return (
    <Dialog title={title} focusAfter={focusAfter} onClose={cancel}>
      <div className="dialog__body" ref={asAlert}>
        <p>{question}</p>
        {note && <p className="dim">{note}</p>}
      </div>
      <footer className="dialog__foot">
        <Button variant="default" onClick={cancel} data-autofocus>
          {portalTexts.common.cancel}
        </Button>
        <WaitingButton className={isDanger ? 'btn--delete' : ''} variant="filled" onClick={() => void go()} isWaiting={isBusy}>
          {yes}
        </WaitingButton>
      </footer>
    </Dialog>
  );
}
