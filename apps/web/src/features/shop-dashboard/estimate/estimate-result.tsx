import { Button, VisuallyHidden } from '@mantine/core';
import type { Estimate, EstimateInput } from '@sarafa/contracts';
import { useEffect, useState } from 'react';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import { WaitingButton } from '../../../shared/ui/waiting-button.js';
import { TextField } from '../../../shared/ui/text-field.js';
import type { EstimateDraft, Worked } from './estimate-draft.js';
import { EstimateLines } from './estimate-lines.js';
import { inRupees, partsOf, type Titles } from './parts-of.js';
import { termsOf } from './region.js';

interface Props {
  readonly draft: EstimateDraft;
  readonly input: EstimateInput;
  readonly estimate: Estimate | null;
  readonly titles: Titles;
  /** What is wrong with what was typed, by the paths of the fields. */
  readonly errors: Worked['errors'];
  readonly isBegun: boolean;
  /** Whether the rates are from before. */
  readonly isError: boolean;
  /** Whether the board is asked for its rates before an estimate is made. */
  readonly isMaking: boolean;
  readonly onChange: (change: Partial<EstimateDraft>) => void;
  readonly onMake: () => void;
  readonly onStartAnew: () => void;
}

/** What it comes to, from which a document is made. */
export function EstimateResult(props: Props) {
  const { draft, input, estimate, titles, errors, isBegun, isError, isMaking, onChange, onMake, onStartAnew } = props;
  const isSound = estimate !== null && Object.keys(errors).length === 0;
  return (
    <section className="sheet part estimate__result" aria-labelledby="estimate-result">
      <h2 id="estimate-result">{words.result}</h2>
      {!isBegun && <p className="dim">{words.weighFirst}</p>}
      {isBegun && estimate && (
        <div className="estimate__sums" role="group" aria-labelledby="estimate-result" tabIndex={0}>
          <EstimateLines parts={partsOf(estimate, input, termsOf(draft.region), titles)} />
        </div>
      )}
      {isBegun && !isSound && <p className="hint--err">{words.mend}</p>}
      {isBegun && estimate && (
        <p className="estimate__pay">
          <span>{Number(estimate.to_pay) < 0 ? words.toPayBack : words.toPay}</span>
          <b className="num">{inRupees(estimate.to_pay.replace('-', ''))}</b>
        </p>
      )}
      {isBegun && (
        <>
          <TextField
            label={words.customer}
            autoComplete="off"
            value={draft.customer}
            error={errors['customer']}
            onChange={(customer) => onChange({ customer })}
          />
          <div className="estimate__adders">
            <WaitingButton variant="filled" isWaiting={isMaking} onClick={onMake} disabled={!isSound}>
              {words.make}
            </WaitingButton>
            <Button variant="default" onClick={onStartAnew}>
              {words.startAnew}
            </Button>
          </div>
        </>
      )}
      <p className="hint">
        {words.notInvoice} {!isError && words.ratesOfNow}
      </p>
      <Spoken text={isBegun ? spokenOf(isSound ? estimate : null) : ''} />
    </section>
  );
}

function spokenOf(estimate: Estimate | null): string {
  if (!estimate) return words.mend;
  const { to_pay } = estimate;
  return `${Number(to_pay) < 0 ? words.toPayBack : words.toPay} ${inRupees(to_pay.replace('-', ''))}`;
}

/** How long nothing has to change before it is said: a screen reader would say each digit's sum. */
const SPOKEN_AFTER_MS = 1_000;

/** Says the sum to a screen reader, once somebody has stopped typing. */
function Spoken({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), SPOKEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>;
}
