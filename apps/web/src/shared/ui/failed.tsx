import { portalTexts } from '../texts/portal-texts.js';
import { WaitingButton } from './waiting-button.js';

/** Shown in place of something that couldn't be read: what happened, that nothing was lost, and a button to try again. */
export function Failed({ text, isAsking, onTryAgain }: { text: string; isAsking: boolean; onTryAgain: () => void }) {
  return (
    <div className="failed">
      <p role="alert">{text}</p>
      <p className="dim">{portalTexts.common.nothingLost}</p>
      <WaitingButton variant="default" onClick={onTryAgain} isWaiting={isAsking}>
        {portalTexts.common.tryAgain}
      </WaitingButton>
    </div>
  );
}
