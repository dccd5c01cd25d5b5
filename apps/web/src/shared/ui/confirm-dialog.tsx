import { Button } from '@mantine/core';
import { portalTexts } from '../texts/portal-texts.js';
import { useWhileMounted } from '../use-while-mounted.js';
import { Dialog, type FocusAfter } from './dialog.js';
import { WaitingButton } from './waiting-button.js';

interface Props {
  readonly title: string;
  readonly question: string;
  /** What is lost with it. */
  readonly note?: string;
  readonly yes: string;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly focusAfter?: FocusAfter;
  /** The dialog closes when this has ended. */
  readonly onYes: () => Promise<void>;
  readonly onClose: () => void;
}

/** Mantine's dialogs always have role=dialog, so the role is set here. */
function asAlert(body: HTMLElement | null): void {
  body?.closest('[role=dialog]')?.setAttribute('role', 'alertdialog');
}

/** Asks before something is deleted or switched (rule 10.10). The button without consequences has the focus. */
export function ConfirmDialog({ title, question, note, yes, isDanger = false, isBusy, focusAfter, onYes, onClose }: Props) {
  const close = useWhileMounted(onClose);
  return (
    <Dialog title={title} focusAfter={focusAfter} onClose={onClose}>
      <div className="dialog__body" ref={asAlert}>
        <p>{question}</p>
        {note && <p className="dim">{note}</p>}
      </div>
      <footer className="dialog__foot">
        <Button variant="default" onClick={onClose} data-autofocus>
          {portalTexts.common.cancel}
        </Button>
        <WaitingButton
          className={isDanger ? 'btn--delete' : ''}
          variant="filled"
          onClick={() => void onYes().then(close)}
          isWaiting={isBusy}
        >
          {yes}
        </WaitingButton>
      </footer>
    </Dialog>
  );
}
