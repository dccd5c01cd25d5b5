import { Button } from '@mantine/core';
import { type PriceSnapshot, type ShopDashboard, texts } from '@sarafa/contracts';
import { kolkataTime } from '@sarafa/domain';
import { useEffect, useId, useRef, useState } from 'react';
import { answerText } from '../../../shared/requests/answers.js';
import { handFocus } from '../../../shared/hand-focus.js';
import { HOLD_PART } from '../../../shared/links.js';
import { serverNow } from '../../../shared/requests/server-time.js';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { ClosingForm } from './closing-form.js';
import { useHold } from './use-hold.js';
import { leftText } from './hold-times.js';
import { useShownByAddress } from '../../../shared/use-shown-by-address.js';

const { hold: words } = dashboardTexts;
const MINUTE_MS = 60_000;

/** Holds the rates of the shop's boards for a while, and says for how long they still are held (rule 11.10). */
export function HoldRates({ shop }: { shop: ShopDashboard }) {
  const { rates, isUnsure, isBusy, hold, readAgain } = useHold(shop);
  const [isClosing, setIsClosing] = useState(false);
  const [title, why, closing] = [useId(), useId(), useId()];
  const reason = whyNot(shop, rates, isUnsure);
  const isOff = isBusy || !rates || reason !== undefined;
  // One that nobody confirms may have been released.
  const held = rates?.state === 'held' && rates.keptAt === undefined ? rates.held : undefined;

  const heading = useRef<HTMLHeadingElement>(null);
  const releaser = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useShownByAddress(HOLD_PART, heading);

  const holdFor = (minutes: number) => void hold(serverNow() + minutes * MINUTE_MS);
  const holdTill = async (until: number) => {
    if (!(await hold(until))) return;
    handFocus(form.current, opener.current);
    setIsClosing(false);
  };
  const release = async () => {
    if (await hold(null)) handFocus(releaser.current, heading.current);
  };
  const over = () => {
    handFocus(releaser.current, heading.current);
    void readAgain();
  };
  const choice = { className: 'btn--on-dark', variant: 'default', 'aria-describedby': reason && why, ...asDisabled(isOff) };
  return (
    <section className="hold" aria-labelledby={title} aria-busy={isBusy}>
      {held && (
        <div className="hold__on">
          <HoldLeft until={Date.parse(held.until)} onOver={over} />
          <Button
            ref={releaser}
            className="btn--on-dark"
            variant="default"
            {...asDisabled(isBusy)}
            onClick={() => void release()}
          >
            {words.release}
          </Button>
        </div>
      )}
      <div className="hold__set">
        <h2 id={title} ref={heading} tabIndex={-1}>
          {held ? words.newEnd : words.title}
        </h2>
        <div className="hold__choices">
          <Button {...choice} onClick={() => holdFor(15)}>
            {words.quarter}
          </Button>
          <Button {...choice} onClick={() => holdFor(60)}>
            {words.hour}
          </Button>
          <Button
            {...choice}
            ref={opener}
            aria-expanded={isClosing}
            aria-controls={closing}
            onClick={() => setIsClosing(!isClosing)}
          >
            {words.closing}
          </Button>
        </div>
      </div>
      <div className="hold__form" id={closing} ref={form}>
        {isClosing && <ClosingForm isOff={isOff} onHold={holdTill} />}
      </div>
      <p className="hold__why" id={why}>
        {reason ?? (held ? say(words.tillThen, { time: kolkataTime(Date.parse(held.until)) }) : words.hint)}
      </p>
    </section>
  );
}

/** Why the rates can't be held; undefined when they can, and while they are being read. */
function whyNot(shop: ShopDashboard, rates: PriceSnapshot | undefined, isUnsure: boolean): string | undefined {
  if (!shop.isSubscriptionValid) return words.ended;
  if (isUnsure) return rates ? words.offline : words.none;
  return rates?.state === 'stale' ? answerText(texts.hold.tooOld) : undefined;
}

/** The last moments of a hold are the server's, whose clock may be a little behind. */
const AFTER_MS = 500;

/** How long a hold still lasts, counted down by the second. No live region, which a screen reader would read each second. */
function HoldLeft({ until, onOver }: { until: number; onOver: () => void }) {
  const [left, setLeft] = useState(() => until - serverNow());
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  const isOver = left <= -AFTER_MS;
  useEffect(() => {
    if (isOver) onOver();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each hold
  }, [isOver, until]);
  return <b className="hold__left num">{leftText(left)}</b>;
}
