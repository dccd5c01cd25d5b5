import { Button, Skeleton } from '@mantine/core';
import { limits, type Screen, texts } from '@sarafa/contracts';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { answerText } from '../../../shared/requests/answers.js';
import { OWN_SCREENS_MS, useOwnScreensQuery } from '../../../shared/api/screens.api.js';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { SCREENS_PART, shopAlarms } from '../../../shared/links.js';
import { say } from '../../../shared/language/page-language.js';
import { PhoneAlarms } from '../../phone-alarms/index.js';
import { AlarmHistory } from '../alarm-history.js';
import { ClaimDialog, HowTo } from '../claim/claim-dialog.js';
import { ScreenDialog } from '../screen-dialog.js';
import { screenTexts as words } from '../../../shared/texts/screen-texts.js';
import { Failed } from '../../../shared/ui/failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { useMinute } from '../../../shared/use-minute.js';
import { ScreenItem } from './screen-item.js';
import { useShownByAddress } from '../../../shared/use-shown-by-address.js';

const { perShop: most } = limits.screens;
type Open = { readonly what: 'claim' } | { readonly what: 'alarms' } | { readonly what: 'screen'; readonly id: string };

/** The shop's TVs: whether each plays, and its remote. `children` say when all are black. */
export function ScreensSection({ shop, children }: { shop: WholeShop; children?: ReactNode }) {
  const { data, isError, isFetching, refetch } = useOwnScreensQuery(undefined, {
    pollingInterval: OWN_SCREENS_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const [open, setOpen] = useState<Open>();
  const heading = useRef<HTMLHeadingElement>(null);
  useShownByAddress(SCREENS_PART, heading);
  const claim = () => setOpen({ what: 'claim' });
  return (
    <section className="sheet" aria-labelledby={SCREENS_PART}>
      <div className="sheet__h">
        <h2 id={SCREENS_PART} ref={heading} tabIndex={-1}>
          {data ? say(words.own, { count: data.length, most }) : words.title}
        </h2>
        <div className="screens-acts">
          <Button variant="default" size="sm" leftSection={<Icon name="bell" />} onClick={() => setOpen({ what: 'alarms' })}>
            {words.alarms.title}
          </Button>
          {data && data.length > 0 && data.length < most && (
            <Button size="sm" leftSection={<Icon name="plus" />} onClick={claim}>
              {words.add}
            </Button>
          )}
        </div>
      </div>
      {data ? (
        <Own screens={data} isOld={isError} onClaim={claim} onManage={(id) => setOpen({ what: 'screen', id })} />
      ) : isError ? (
        <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : (
        <div className="sheet__b" role="status" aria-label={words.loading}>
          <Skeleton height="3.5rem" />
          <Skeleton height="3.5rem" mt="0.75rem" />
        </div>
      )}
      <PhoneAlarms
        userId={shop.id}
        paths={shopAlarms(shop.id)}
        label={words.phone.label}
        hint={shop.may_set_list ? `${words.phone.hint} ${words.phone.hintLists}` : words.phone.hint}
      />
      {children}
      <Opened open={open} screens={data} home={heading} onClose={() => setOpen(undefined)} />
    </section>
  );
}

interface OwnProps {
  readonly screens: readonly Screen[];
  readonly isOld: boolean;
  readonly onClaim: () => void;
  readonly onManage: (id: string) => void;
}

function Own({ screens, isOld, onClaim, onManage }: OwnProps) {
  const now = useMinute();
  if (screens.length === 0)
    return (
      <div className="sheet__b screens-none">
        <p role="status">{words.none}</p>
        <p className="dim">{words.noneHint}</p>
        <HowTo />
        <Button leftSection={<Icon name="plus" />} onClick={onClaim}>
          {words.add}
        </Button>
      </div>
    );
  return (
    <div className="sheet__b">
      <p className="hint hint--err" role="status">
        {isOld && words.stale}
      </p>
      <ul className="screens" aria-label={words.title}>
        {screens.map((screen) => (
          <ScreenItem key={screen.id} screen={screen} now={now} onManage={() => onManage(screen.id)} />
        ))}
      </ul>
      {screens.length >= most && <p className="hint">{answerText(texts.screens.full(most))}</p>}
    </div>
  );
}

interface OpenedProps {
  readonly open: Open | undefined;
  readonly screens: readonly Screen[] | undefined;
  readonly home: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function Opened({ open, screens, home, onClose }: OpenedProps) {
  if (open?.what === 'claim') return <ClaimDialog onClose={onClose} />;
  if (open?.what === 'alarms') return <AlarmHistory onClose={onClose} />;
  // One that somebody else has removed meanwhile is there no more.
  const screen = open && screens?.find(({ id }) => id === open.id);
  return screen ? <ScreenDialog key={screen.id} {...{ screen, home, onClose }} /> : null;
}
