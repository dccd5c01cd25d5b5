import { portalTexts } from '@sarafa/contracts';
import { WaitingButton } from './waiting-button.js';

/** In place of what couldn't be read: what happened, that nothing was lost, and a way on. */
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
