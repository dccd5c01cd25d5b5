import { Button } from '@mantine/core';
import type { Screen } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMeQuery } from '../../../shared/api/me.api.js';
import lockup from '../../../shared/brand/lockup-on-dark.svg';
import { LanguageSwitch } from '../../../shared/language/language-switch.js';
import { screensPath } from '../../../shared/links.js';
import { Changes, MayNote } from '../../../shared/session/may.js';
import { say } from '../../../shared/language/page-language.js';
import { useEndPhoneAlarms } from '../../../shared/kept-phone/use-end-phone-alarms.js';
import { ClaimFields } from './claim-fields.js';
import { useClaim } from './use-claim.js';
import { useSession } from '../../../shared/session/session.js';
import { boardTexts } from '../../../shared/texts/on-board-texts.js';
import { screenTexts } from '../../../shared/texts/screen-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { WaitingButton } from '../../../shared/ui/waiting-button.js';
import { useEndSession } from '../../../shared/session/use-sign-out.js';

const { claim: words } = screenTexts;

/** Pairs a TV with a shop. The QR code on the TV leads a phone here (rule 14.2). */
export function ClaimPage() {
  const [search, setSearch] = useSearchParams();
  const given = search.get('code') ?? '';
  const [added, setAdded] = useState<Screen>();
  const [usedUp, setUsedUp] = useState('');
  const again = () => {
    setUsedUp(given);
    setSearch({}, { replace: true });
    setAdded(undefined);
  };
  return (
    <div className="claim">
      <title>{`${words.title} · ${boardTexts.product}`}</title>
      <header className="claim__top">
        <img src={lockup} alt={boardTexts.product} />
        <LanguageSwitch className="btn--on-dark" />
      </header>
      <main className="claim__card" tabIndex={-1}>
        {added ? <Added screen={added} onAgain={again} /> : <Claim code={given === usedUp ? '' : given} onAdded={setAdded} />}
      </main>
    </div>
  );
}

function Claim({ code, onAdded }: { code: string; onAdded: (screen: Screen) => void }) {
  const { current } = useSession();
  const { data: me } = useMeQuery();
  const isAdmin = current?.role === 'admin';
  const form = useClaim({ code, needsShop: isAdmin, onAdded });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <h1>{words.title}</h1>
      {!isAdmin && <p className="dim">{say(words.for, { shop: me?.shop_name || words.own })}</p>}
      <MayNote needs="operator" />
      <Changes needs="operator">
        <ClaimFields {...form} />
        <WaitingButton className="claim__do" type="submit" variant="filled" size="lg" fullWidth isWaiting={form.isBusy}>
          {words.do}
        </WaitingButton>
      </Changes>
      <span className="sr" role="status">
        {form.isBusy && words.busy}
      </span>
      {me && <WhoIsIt username={me.username} />}
    </form>
  );
}

/** The phone may be signed in as another shop than the one whose TV this is. */
function WhoIsIt({ username }: { username: string }) {
  const endSession = useEndSession();
  const endAlarms = useEndPhoneAlarms();
  return (
    <p className="claim__who dim">
      <span>{say(words.signedInAs, { username })}</span>{' '}
      <button type="button" className="link" onClick={() => void endAlarms().then(endSession)}>
        {words.notYou}
      </button>
    </p>
  );
}

function Added({ screen, onAgain }: { screen: Screen; onAgain: () => void }) {
  const { current } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="claim__added">
      <span className="claim__tick">
        <Icon name="check" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {say(words.done, { name: screen.name })}
      </h1>
      <p role="status">{words.doneHint}</p>
      {current && (
        <Button component={Link} to={screensPath(current)} variant="filled" size="lg" fullWidth>
          {words.toScreens}
        </Button>
      )}
      <Button variant="default" size="lg" fullWidth onClick={onAgain}>
        {words.another}
      </Button>
    </div>
  );
}
