import { Button, SegmentedControl } from '@mantine/core';
import { CardShape, CardTheme } from '@sarafa/contracts';
import { festivalsNear } from '@sarafa/domain';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { copyLink } from '../../../shared/copy-link.js';
import { cardPath } from '../../../shared/links.js';
import { notifyDone } from '../../../shared/notices.js';
import { say } from '../../../shared/language/page-language.js';
import { asDisabled } from '../../../shared/ui/as-disabled.js';
import { Choice } from '../../../shared/ui/offered.js';
import { serverNow } from '../../../shared/requests/server-time.js';
import { useSession } from '../../../shared/session/session.js';
import { cardTexts as words } from '../../../shared/texts/card-texts.js';
import { Failed } from '../../../shared/ui/failed.js';
import { canShare, save, share } from '../../../shared/session/hand-over.js';
import { OwnPage } from '../own-page.js';
import { useOwnShopQuery } from '../shop-dashboard.api.js';
import { CardTimeForm } from './card-time-form.js';
import { type AskedCard, type CardChoice, pictureOf, useCard } from './use-card.js';

/** The shop's rates as a picture to share: an address of its own beneath the dashboard (rule 11.18). */
export function CardPage() {
  const { userId } = useParams();
  const { current } = useSession();
  if (!current) return null;
  if (userId !== current.userId) return <Navigate to={cardPath(current.userId)} replace />;
  return <OwnCardPage userId={userId} />;
}

function OwnCardPage({ userId }: { userId: string }) {
  const shop = useOwnShopQuery();
  const [choice, setChoice] = useState<CardChoice>({ shape: 'post', theme: 'plain' });
  // Asked for together with the shop: on a slow network each question after another takes a good part of a second.
  const asked = useCard(userId, choice);
  return (
    <OwnPage userId={userId} words={words} asked={shop}>
      {(shop) => <Card shop={shop} choice={choice} setChoice={setChoice} asked={asked} />}
    </OwnPage>
  );
}

interface CardProps {
  readonly shop: WholeShop;
  readonly choice: CardChoice;
  readonly setChoice: (choice: CardChoice) => void;
  readonly asked: AskedCard;
}

function Card({ shop, choice, setChoice, asked: { card, failure, isAsking = false, isOld, again } }: CardProps) {
  return (
    <div className="ratecard">
      <section className="sheet ratecard__picture" aria-label={words.title} aria-busy={!card && !failure}>
        {card ? (
          <img src={card.picture} alt={card.text} className={`ratecard__img ratecard__img--${card.shape}`} />
        ) : failure ? (
          <Failed text={failure} isAsking={isAsking} onTryAgain={again} />
        ) : (
          <p className={`ratecard__img ratecard__img--${choice.shape} ratecard__wait dim`} role="status">
            {words.making}
          </p>
        )}
      </section>
      <div className="sheet">
        <div className="sheet__b ratecard__how">
          <SegmentedControl
            fullWidth
            withItemsBorders={false}
            transitionDuration={0}
            aria-label={words.shape}
            value={choice.shape}
            onChange={(shape) => setChoice({ ...choice, shape: CardShape.parse(shape) })}
            data={CardShape.options.map((shape) => ({ value: shape, label: words.shapes[shape] }))}
          />
          <Choice
            label={words.theme}
            value={choice.theme}
            options={themes()}
            onChange={(theme) => setChoice({ ...choice, theme: CardTheme.parse(theme) })}
          />
          {card && failure && (
            <p className="hint--err" role="status">
              {words.old} {failure}
            </p>
          )}
          {card && isOld && (
            <p className="dim" role="status">
              {words.renewing}
            </p>
          )}
          {card && <HandOver picture={pictureOf(card)} text={card.text} isWaiting={isOld} />}
        </div>
      </div>
      <section className="sheet" aria-labelledby="card-time-title">
        <div className="sheet__h">
          <h2 id="card-time-title">{words.time.title}</h2>
        </div>
        <div className="sheet__b">
          <CardTimeForm shop={shop} />
        </div>
      </section>
    </div>
  );
}

/** The plain one, then those of festivals that are near. */
function themes(): [CardTheme, string][] {
  const near = festivalsNear(serverNow());
  const others = CardTheme.options.filter((theme) => theme !== 'plain' && !(near as CardTheme[]).includes(theme));
  return [
    ['plain', words.themes.plain],
    ...near.map((theme): [CardTheme, string] => [theme, say(words.near, { theme: words.themes[theme] })]),
    ...others.map((theme): [CardTheme, string] => [theme, words.themes[theme]]),
  ];
}

/** By the device's own sheet where it has one, else by saving and copying. */
function HandOver({ picture, text, isWaiting }: { picture: File; text: string; isWaiting: boolean }) {
  const isShared = canShare(picture);
  const off = asDisabled(isWaiting);
  const saveIt = () => {
    save(picture);
    notifyDone(words.saved);
  };
  const shareIt = async () => {
    if (!(await share({ files: [picture] }))) saveIt();
  };
  const shareText = async () => {
    if (!(await share({ text }))) await copyLink(text, words.copied, words.copyByHand);
  };
  return (
    <>
      <div className="ratecard__hand">
        <Button variant="filled" {...off} onClick={() => (isShared ? void shareIt() : saveIt())}>
          {isShared ? words.share : words.save}
        </Button>
        {isShared && (
          <Button variant="default" {...off} onClick={saveIt}>
            {words.save}
          </Button>
        )}
        <Button
          variant="default"
          {...off}
          onClick={() => void (isShared ? shareText() : copyLink(text, words.copied, words.copyByHand))}
        >
          {isShared ? words.shareText : words.copyText}
        </Button>
      </div>
      <details>
        <summary>{words.text}</summary>
        <pre className="ratecard__text">{text}</pre>
      </details>
    </>
  );
}
