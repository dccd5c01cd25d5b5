import { Button } from '@mantine/core';
import mark from '../shared/brand/mark.svg';
import { portalTexts } from '../shared/texts/portal-texts.js';

const { common: words } = portalTexts;

/** Shown after a fault of a screen. Loading the page anew helps. */
export function PortalCrashed() {
  return (
    <div className="loading loading--sheer" role="alert">
      <img src={mark} alt="" />
      <div>
        {words.wentWrong} {words.savedStays}
      </div>
      <Button variant="default" className="btn--on-dark" onClick={() => location.reload()}>
        {words.loadAgain}
      </Button>
    </div>
  );
}
