import { type IntervalSettings, texts } from '@sarafa/contracts';
import { groupRupees } from '@sarafa/domain';
import { useState } from 'react';
import { answerText } from '../../shared/requests/answers.js';
import { useSetDynamicIntervalMutation, useSetUpdateIntervalMutation } from '../../shared/api/market.api.js';
import { failureText, problemOf } from '../../shared/requests/problem.js';
import { say } from '../../shared/language/page-language.js';
import { priceTexts } from '../../shared/texts/price-texts.js';
import { IntervalOptions } from './interval-options.js';

const { settings: words } = priceTexts;
const MONTH_MS = 30 * 86_400_000;

/** A tick with the server's message, or a cross with the reason (rule 10.12). */
interface Outcome {
  readonly isDone: boolean;
  readonly text: string;
}

export function UpdateSection({ settings }: { settings: IntervalSettings }) {
  const [set, { isLoading }] = useSetUpdateIntervalMutation();
  const { outcome, choose } = useChoice((value) => set(value).unwrap(), words.updateFailed);
  return (
    <section className="sheet block">
      <h2>{words.update}</h2>
      <p className="dim">{words.updateHint}</p>
      <IntervalOptions
        label={words.update}
        settings={settings}
        mark={words.current}
        isBusy={isLoading}
        nameOf={({ label }) => answerText(label)}
        noteOf={({ value }) => say(words.calls, { count: groupRupees(Math.round(MONTH_MS / value)) })}
        onChoose={choose}
      />
      <OutcomeLine outcome={outcome} />
    </section>
  );
}

export function DynamicSection({ settings }: { settings: IntervalSettings }) {
  const [set, { isLoading }] = useSetDynamicIntervalMutation();
  const { outcome, choose } = useChoice((value) => set(value).unwrap(), words.dynamicFailed);
  const names: Readonly<Record<number, string>> = texts.prices.dynamicIntervals;
  return (
    <section className="sheet block">
      <h2>{words.dynamic}</h2>
      <p className="dim">{words.dynamicHint}</p>
      <IntervalOptions
        label={words.dynamic}
        settings={settings}
        mark={words.active}
        isNumbered
        isBusy={isLoading}
        nameOf={({ value, label }) => answerText(names[value] ?? label)}
        noteOf={({ description }) => description && answerText(description)}
        onChoose={choose}
      />
      <p className="hint">{words.tip}</p>
      <OutcomeLine outcome={outcome} />
    </section>
  );
}

function useChoice(set: (value: number) => Promise<{ message: string }>, unanswered: string) {
  const [outcome, setOutcome] = useState<Outcome>();
  const choose = (value: number) => {
    setOutcome(undefined);
    set(value).then(
      ({ message }) => setOutcome({ isDone: true, text: say(words.done, { message: answerText(message) }) }),
      (error: unknown) => {
        const problem = problemOf(error);
        const text = problem.status === 0 ? unanswered : say(words.refused, { message: failureText(problem) });
        setOutcome({ isDone: false, text });
      },
    );
  };
  return { outcome, choose };
}

/** The line for a tick is there while it is empty, for screen readers. */
function OutcomeLine({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <>
      <p className="line--done" role="status">
        {outcome?.isDone && outcome.text}
      </p>
      {outcome && !outcome.isDone && (
        <p className="line--failed" role="alert">
          {outcome.text}
        </p>
      )}
    </>
  );
}
