import { Button } from '@mantine/core';
import type { PriceSnapshot, ShopDashboard } from '@sarafa/contracts';
import { subscriptionDaysLeft } from '@sarafa/domain';
import { fixedWords, isSample } from '@sarafa/words';
import shopLogo from '../../../shared/brand/default-shop-logo.svg';
import type { FromBefore } from '../../../shared/kept/kept-answers.js';
import { recently } from '../../../shared/language/page-dates.js';
import { LanguageSwitch } from '../../../shared/language/language-switch.js';
import { DASHBOARD_PARTS, publicViewPath } from '../../../shared/links.js';
import { useEndPhoneAlarms } from '../../../shared/kept-phone/use-end-phone-alarms.js';
import { boardTexts } from '../../../shared/texts/on-board-texts.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Portrait } from '../../../shared/ui/portrait.js';
import { SpokenState, StateWord, type Tone } from '../../../shared/ui/state-word.js';
import { problemOf } from '../../../shared/requests/problem.js';
import { useMinute } from '../../../shared/use-minute.js';
import { boardMessages, say } from '../../../shared/language/page-language.js';
import { useSignOut } from '../../../shared/session/use-sign-out.js';
import { useRef } from 'react';
import { BandFigures, WaitingFigures } from './band-figures.js';
import { HoldRates } from './hold-rates.js';
import { useOwnRates } from '../use-own-rates.js';
import { useShownByAddress } from '../../../shared/use-shown-by-address.js';

const { now: words } = dashboardTexts;
const { state: states } = boardTexts;
const { users } = portalTexts;
const [RATES] = DASHBOARD_PARTS;

/** The shop's name, a link to its board, and the rates that its customers see now. */
export function ShopBand({ shop, isKnown, onAccount }: { shop: ShopDashboard; isKnown: boolean; onAccount: () => void }) {
  const name = shop.shop_name || dashboardTexts.title;
  const signOut = useSignOut();
  const endAlarms = useEndPhoneAlarms();
  const heading = useRef<HTMLHeadingElement>(null);
  useShownByAddress(RATES, heading);
  return (
    <header className="shop__band">
      <div className="shop__in">
        <div className="shop__top">
          <Portrait url={shop.logo_url} name={name} fallback={shopLogo} />
          <h1 id={RATES} ref={heading} tabIndex={-1}>
            {name}
          </h1>
          <LanguageSwitch className="btn--on-dark" />
          <Button
            className="btn--on-dark"
            variant="default"
            component="a"
            href={publicViewPath(shop.id)}
            leftSection={<Icon name="horizontal" />}
          >
            {dashboardTexts.publicView}
          </Button>
          <Button className="btn--on-dark" variant="default" onClick={onAccount} leftSection={<Icon name="user" />}>
            {portalTexts.account.title}
          </Button>
          <Button
            className="btn--on-dark"
            variant="default"
            onClick={() => void endAlarms().then(signOut)}
            leftSection={<Icon name="logout" />}
          >
            {dashboardTexts.logout}
          </Button>
        </div>
        {isKnown && !shop.isSubscriptionValid ? <Ended /> : <RatesNow shop={shop} isKnown={isKnown} />}
        <HoldRates shop={shop} />
      </div>
    </header>
  );
}

function Ended() {
  return (
    <p className="now__st" role="status">
      <StateWord tone="err">{words.ended}</StateWord>
      <span>{words.renew}</span>
    </p>
  );
}

function RatesNow({ shop, isKnown }: { shop: ShopDashboard; isKnown: boolean }) {
  const { data: rates, isError, error, isOverdue } = useOwnRates(shop);
  const days = subscriptionDaysLeft(shop, useMinute());
  const left = days > 0 ? say(users.daysRemaining, { days }) : users.expiresToday;
  return (
    <section aria-label={words.label}>
      <p className="now__st">
        <Standing {...{ rates, isError, error, isOverdue }} />
        {isKnown && <span className="now__sub">{say(words.subscription, { left })}</span>}
      </p>
      {!rates && !isError && <WaitingFigures shop={shop} />}
      {rates && (
        <BandFigures
          {...{ shop, rates }}
          isOld={isError || isOverdue || rates.keptAt !== undefined || rates.state === 'stale'}
        />
      )}
    </section>
  );
}

interface Stands {
  readonly rates: (PriceSnapshot & FromBefore) | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  /** Whether the next answer should have come by now. */
  readonly isOverdue: boolean;
}

/** How the rates of the shop's board stand, in a line. */
export function Standing({ rates, isError, error, isOverdue }: Stands) {
  const now = useMinute();
  const isLost = rates?.keptAt !== undefined || (isError ? problemOf(error).code === 'NO_ANSWER' : isOverdue);
  const standing = rates
    ? standingOf(rates, isLost ? 'unanswered' : isError ? 'refused' : 'answered', now)
    : isError && { tone: 'err' as const, word: words.none, sub: '' };
  return (
    <>
      <SpokenState>
        {standing ? <StateWord tone={standing.tone}>{standing.word}</StateWord> : portalTexts.common.loading}
      </SpokenState>
      {standing && standing.sub && <span>{standing.sub}</span>}
    </>
  );
}

/**
 * How the last question for the rates went: `refused` is an answer that there are none now, and then, as after no answer, the
 * rates that are shown are from before.
 */
type Question = 'answered' | 'refused' | 'unanswered';

/** How the rates stand, in the words of the board. */
function standingOf(rates: PriceSnapshot, question: Question, now: number): { tone: Tone; word: string; sub: string } {
  const time = recently(Date.parse(rates.lastUpdated), now);
  const asOf = say(states.asOf, { time });
  if (question === 'unanswered') return { tone: 'err', word: states.noConnection, sub: asOf };
  if (question === 'refused') return { tone: 'err', word: rates.rate_list ? states.lateList : states.late, sub: asOf };
  const fixed = fixedWords(rates, now, boardMessages());
  if (isSample(rates)) return { tone: 'warn', word: states.sample, sub: fixed ? `${fixed.word}. ${fixed.sub}` : asOf };
  // Neither late nor wrong: the market just doesn't move them.
  if (fixed) return { tone: rates.state === 'held' ? 'held' : 'listed', ...fixed };
  switch (rates.state) {
    case 'live':
      return { tone: 'ok', word: words.live, sub: say(words.updated, { time }) };
    case 'delayed':
      return { tone: 'warn', word: states.delayed, sub: asOf };
    case 'closed':
      return { tone: 'off', word: states.closed, sub: asOf };
    default:
      return { tone: 'err', word: rates.rate_list ? states.lateList : states.late, sub: asOf };
  }
}
