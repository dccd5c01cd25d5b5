import { Button } from '@mantine/core';
import type { Factor, Factors as Listed, TotpSetup } from '@sarafa/contracts';
import { type RefObject, useRef, useState } from 'react';
import { notifyProblem } from '../../shared/notices.js';
import { recently } from '../../shared/language/page-dates.js';
import { say } from '../../shared/language/page-language.js';
import { problemOf } from '../../shared/requests/problem.js';
import { knowsPasskeys } from '../../shared/second-step/passkey.js';
import { serverNow } from '../../shared/requests/server-time.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { secondStepTexts as words } from '../../shared/texts/second-step-texts.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { Failed } from '../../shared/ui/failed.js';
import { Icon } from '../../shared/ui/icon.js';
import { WaitingButton } from '../../shared/ui/waiting-button.js';
import { useBeginTotpMutation, useFactorsQuery, useRemoveFactorMutation } from './factors.api.js';
import { PasskeyForm } from './passkey-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { TotpForm } from './totp-form.js';

/** What is being set up, in place of the list. */
type Step = { readonly totp: TotpSetup } | { readonly recovery: readonly string[] } | 'passkey' | undefined;

/**
 * The second steps of one's own sign-in: what there is, and setting up and removing them (rule 2.20). `held` is what has to be looked at
 * before all of it may be closed.
 */
export function Factors({ held }: { held: RefObject<HTMLElement | null> }) {
  const [step, setStep] = useState<Step>();
  const heading = useRef<HTMLHeadingElement>(null);
  const toList = () => {
    setStep(undefined);
    heading.current?.focus();
  };
  return (
    <section className="factors" aria-labelledby="factors-title">
      <h3 id="factors-title" ref={heading} tabIndex={-1}>
        {words.title}
      </h3>
      {step === undefined ? (
        <FactorList heading={heading} onTotp={(totp) => setStep({ totp })} onPasskey={() => setStep('passkey')} />
      ) : step === 'passkey' ? (
        <PasskeyForm onClose={toList} />
      ) : 'totp' in step ? (
        <TotpForm setup={step.totp} held={held} onClose={toList} onDone={(recovery) => setStep({ recovery })} />
      ) : (
        <RecoveryCodes codes={step.recovery} title={held} onClose={toList} />
      )}
    </section>
  );
}

interface ListProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onTotp: (setup: TotpSetup) => void;
  readonly onPasskey: () => void;
}

function FactorList({ heading, onTotp, onPasskey }: ListProps) {
  const { data, isError, isFetching, refetch } = useFactorsQuery();
  const [begin, { isLoading }] = useBeginTotpMutation();
  const [removing, setRemoving] = useState<Factor>();
  const [remove] = useRemoveFactorMutation();
  const beginTotp = async () => {
    try {
      onTotp(await begin().unwrap());
    } catch (failure) {
      notifyProblem(problemOf(failure), words.setUpFailed);
    }
  };
  if (!data && isError) return <Failed text={words.failed} isAsking={isFetching} onTryAgain={() => void refetch()} />;
  if (!data)
    return (
      <p className="dim" role="status" aria-busy>
        {portalTexts.common.loading}
      </p>
    );
  return (
    <>
      <p className="hint">{words.hint}</p>
      <Rows factors={data} onRemove={setRemoving} />
      <div className="factors__add">
        <WaitingButton
          variant="default"
          leftSection={<Icon name="plus" />}
          isWaiting={isLoading}
          onClick={() => void beginTotp()}
        >
          {data.some(({ kind }) => kind === 'totp') ? words.replaceTotp : words.addTotp}
        </WaitingButton>
        {knowsPasskeys() && (
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={onPasskey}>
            {words.addPasskey}
          </Button>
        )}
      </div>
      {removing && (
        <ConfirmDialog
          key={removing.id}
          title={say(words.removeOf, { name: nameOf(removing) })}
          question={words.removeQuestion}
          note={words.removeNote}
          yes={words.remove}
          isDanger
          run={() => remove(removing.id).unwrap()}
          failed={words.removeFailed}
          home={heading}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

function Rows({ factors, onRemove }: { factors: Listed; onRemove: (factor: Factor) => void }) {
  if (factors.length === 0) return null;
  const at = (time: string) => recently(Date.parse(time), serverNow());
  return (
    <ul>
      {factors.map((factor) => {
        const { id, kind, since, used_at, recovery_left } = factor;
        const name = nameOf(factor);
        return (
          <li key={id} className="factor">
            <span>
              <b>{name}</b>
              <span className="hint">
                {kind === 'passkey' && `${words.passkey} · `}
                {used_at ? say(words.used, { time: at(used_at) }) : words.unused} · {say(words.since, { time: at(since) })}
                {recovery_left !== undefined && ` · ${say(words.left, { count: recovery_left })}`}
              </span>
            </span>
            <Button variant="default" size="sm" aria-label={say(words.removeOf, { name })} onClick={() => onRemove(factor)}>
              {words.remove}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** An app has no name of its own. */
function nameOf({ kind, name }: Factor): string {
  return kind === 'totp' ? words.totp : name;
}
