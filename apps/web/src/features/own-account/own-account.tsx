import { useRef, useState } from 'react';
import { notifyOutcome } from '../../shared/notices.js';
import { say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Icon } from '../../shared/ui/icon.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { useSignOutEverywhereMutation } from './own-account.api.js';
import { Factors } from './factors.js';
import { PasswordForm } from './password-form.js';
import { Sessions } from './sessions.js';

const { account: words } = portalTexts;

/**
 * Changes one's own password, sets up second steps, and shows and ends one's sessions (rules 2.15, 2.16 and 2.20), for admins and shops
 * alike.
 */
export function OwnAccount({
  username,
  beforeSignOut,
  onClose,
}: {
  username: string;
  /** Ends what this device has of the account, while the token is still good. */
  beforeSignOut: () => Promise<void>;
  onClose: () => void;
}) {
  // Recovery codes are shown once: a tap beside them, or before they have come, must not take them away.
  const held = useRef<HTMLElement>(null);
  const close = () => (held.current ? held.current.focus() : onClose());
  return (
    <Dialog title={words.title} onClose={close}>
      <div className="dialog__body own-account">
        <p className="dim">{say(words.signedInAs, { username })}</p>
        <PasswordForm username={username} onDone={close} />
        <hr className="divide" />
        <Factors held={held} />
        <hr className="divide" />
        <Sessions />
        <hr className="divide" />
        <Everywhere before={beforeSignOut} />
      </div>
    </Dialog>
  );
}

function Everywhere({ before }: { before: () => Promise<void> }) {
  const [signOut, { isLoading }] = useSignOutEverywhereMutation();
  const [isBefore, setIsBefore] = useState(false);
  const go = async () => {
    setIsBefore(true);
    await before();
    setIsBefore(false);
    await notifyOutcome(signOut().unwrap(), words.everywhereFailed);
  };
  return (
    <div className="everywhere">
      <p className="hint">{words.everywhereHint}</p>
      <WaitingButton
        variant="default"
        leftSection={<Icon name="logout" />}
        isWaiting={isLoading || isBefore}
        onClick={() => void go()}
      >
        {words.everywhere}
      </WaitingButton>
    </div>
  );
}
