import { Button } from '@mantine/core';
import { portalTexts } from '@sarafa/contracts';

/** In place of what couldn't be read: what happened, that nothing was lost, and a way on. */
export function Failed({ text, isAsking, onTryAgain }: { text: string; isAsking: boolean; onTryAgain: () => void }) {
  return (
    <div className="failed">
      <p role="alert">{text}</p>
      <p className="dim">{portalTexts.common.nothingLost}</p>
      <Button variant="default" onClick={onTryAgain} loading={isAsking}>
        {portalTexts.common.tryAgain}
      </Button>
    </div>
  );
}
