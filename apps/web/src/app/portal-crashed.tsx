import { Button } from '@mantine/core';
import { portalTexts } from '@sarafa/contracts';
import mark from '../shared/brand/mark.svg';

const { wentWrong, nothingLost, tryAgain } = portalTexts.common;

/** A fault of a screen, or a part of it that a newer release has replaced: loading the page anew helps with both. */
export function PortalCrashed() {
  return (
    <div className="loading loading--sheer" role="alert">
      <img src={mark} alt="" />
      <div>
        {wentWrong} {nothingLost}
      </div>
      <Button variant="default" className="btn--on-dark" onClick={() => location.reload()}>
        {tryAgain}
      </Button>
    </div>
  );
}
