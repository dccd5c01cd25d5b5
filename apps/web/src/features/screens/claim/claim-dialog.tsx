import { Button } from '@mantine/core';
import { texts } from '@sarafa/contracts';
import { TV } from '../../../shared/links.js';
import { notifyDone } from '../../../shared/notices.js';
import { say } from '../../../shared/language/page-language.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { screenTexts } from '../../../shared/texts/screen-texts.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { WaitingButton } from '../../../shared/ui/waiting-button.js';
import { ClaimFields } from './claim-fields.js';
import { useClaim } from './use-claim.js';

const { claim: words, howTo } = screenTexts;

/** Pairs a TV whose code is typed here, and says how the TV comes to a code. */
export function ClaimDialog({ needsShop = false, onClose }: { needsShop?: boolean; onClose: () => void }) {
  const form = useClaim({
    needsShop,
    onAdded: () => {
      notifyDone(texts.screens.claimed);
      onClose();
    },
  });
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <div className="dialog__body">
          <HowTo />
          <ClaimFields {...form} />
        </div>
        <footer className="dialog__foot">
          <Button variant="default" onClick={onClose}>
            {portalTexts.common.cancel}
          </Button>
          <WaitingButton type="submit" variant="filled" isWaiting={form.isBusy}>
            {words.do}
          </WaitingButton>
        </footer>
      </form>
    </Dialog>
  );
}

/** The three steps from a TV that is switched on to its rates. */
export function HowTo() {
  // Without the scheme, which nobody types with a remote.
  const address = location.host + TV;
  return (
    <ol className="how-to" aria-label={howTo.title}>
      <li>{say(howTo.open, { address })}</li>
      <li>{howTo.type}</li>
      <li>{howTo.done}</li>
    </ol>
  );
}
