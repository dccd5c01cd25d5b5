import { Button } from '@mantine/core';
import type { ListedSessions } from '@sarafa/contracts';
import { type RefCallback, useRef, useState } from 'react';
import { deviceText } from '../../shared/device-text.js';
import { useFocusHome } from '../../shared/hand-focus.js';
import { notifyDone, notifyOutcome, notifyProblem } from '../../shared/notices.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { problemOf } from '../../shared/requests/problem.js';
import { serverNow } from '../../shared/requests/server-time.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Failed } from '../../shared/ui/failed.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { useEndSessionMutation, useSessionsQuery } from './own-account.api.js';

const { account: words, common } = portalTexts;
type Listed = ListedSessions[number];

/** Where one is signed in: each device can be signed out by itself, or all but this one together (rule 2.16). */
export function Sessions() {
  const { data, isError, isFetching, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const part = useFocusHome(heading);
  return (
    <section className="sessions" aria-labelledby="sessions-title">
      <h3 id="sessions-title" ref={heading} tabIndex={-1}>
        {words.sessions}
      </h3>
      {data ? (
        <List sessions={data} part={part} />
      ) : isError ? (
        <Failed text={words.sessionsFailed} isAsking={isFetching} onTryAgain={() => void refetch()} />
      ) : (
        <p className="dim" role="status">
          {common.loading}
        </p>
      )}
    </section>
  );
}

function List({ sessions, part }: { sessions: ListedSessions; part: RefCallback<HTMLElement> }) {
  const [end] = useEndSessionMutation();
  const [isEnding, setIsEnding] = useState(false);
  const others = sessions.filter(({ current }) => !current);
  const endOthers = async () => {
    setIsEnding(true);
    try {
      for (const { id } of others) await end(id).unwrap().catch(unlessGone);
      notifyDone(words.othersEnded);
    } catch (failure) {
      notifyProblem(problemOf(failure), words.endFailed);
    } finally {
      setIsEnding(false);
    }
  };
  if (sessions.length === 0) return <p className="dim">{words.sessionsNone}</p>;
  return (
    <>
      <ul>
        {[...sessions]
          .sort((one, other) => Number(other.current) - Number(one.current))
          .map((session) => (
            <SessionRow key={session.id} session={session} part={part} isEnding={isEnding} />
          ))}
      </ul>
      {others.length > 1 && (
        <WaitingButton ref={part} variant="default" isWaiting={isEnding} onClick={() => void endOthers()}>
          {words.endOthers}
        </WaitingButton>
      )}
    </>
  );
}

function SessionRow({
  session: { id, device, address, since, seen_at, current },
  part,
  isEnding,
}: {
  session: Listed;
  part: RefCallback<HTMLElement>;
  isEnding: boolean;
}) {
  const [end, { isLoading }] = useEndSessionMutation();
  const name = deviceText(device);
  const at = (time: string) => recently(Date.parse(time), serverNow());
  return (
    <li className="session" ref={part}>
      <span>
        <b>
          {name} {current && <span className="is-ok">{words.thisDevice}</span>}
        </b>
        <span className="hint">
          {say(words.seen, { time: at(seen_at) })} · {say(words.begun, { time: at(since) })}
          {address && ` · ${address}`}
        </span>
      </span>
      {!current && (
        <Button
          variant="default"
          size="sm"
          aria-label={say(words.endSession, { device: name })}
          onClick={() => void notifyOutcome(end(id).unwrap(), words.endFailed)}
          {...asDisabled(isLoading || isEnding)}
        >
          {words.endShort}
        </Button>
      )}
    </li>
  );
}

/** What has ended meanwhile is signed out as well. */
function unlessGone(failure: unknown): void {
  if (problemOf(failure).code !== 'NOT_FOUND') throw failure;
}
