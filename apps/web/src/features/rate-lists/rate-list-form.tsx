import { Button, type TextInputProps } from '@mantine/core';
import { entriesOf, firstMetals, limits, Metal } from '@sarafa/contracts';
import { useId, useRef, useState } from 'react';
import { recently } from '../../shared/language/page-dates.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { MetalFields } from './fields/metal-fields.js';
import { jumpName, PurityFields } from './fields/purity-fields.js';
import { nextPurity, NO_RATE, percentText } from './fields/rate-draft.js';
import { newRepeatKey } from '../../shared/requests/repeat-key.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { useMinute } from '../../shared/use-minute.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Icon } from '../../shared/ui/icon.js';
import { NumberField } from '../../shared/ui/number-field.js';
import { TextField } from '../../shared/ui/text-field.js';
import { TimeField } from '../../shared/ui/time-field.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { type RateListFormProps, useRateListForm } from './use-rate-list-form.js';

const { common } = portalTexts;
const { validHours } = limits.rateList;

const TITLES = inWords(() => ({ create: () => words.create, set: aboutList(words.set), edit: aboutList(words.edit) }));
const DO = inWords(() => ({ create: words.doCreate, set: words.doSet, edit: words.save }));

export function RateListForm({ kind, list, onClose }: RateListFormProps) {
  const form = useRateListForm({ kind, list, onClose });
  const setAt = recently(Date.parse(list?.set_at ?? ''), useMinute());
  const hasRates = kind !== 'edit';
  return (
    <Dialog title={TITLES[kind](list)} size={hasRates ? 'medium' : 'small'} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <div className="dialog__body ratelist">
          {kind !== 'set' && <Head {...form} />}
          {hasRates && (
            <>
              <Bases form={form} list={list} setAt={setAt} isFirst={kind === 'set'} />
              <Purities form={form} list={list} setAt={setAt} isFirst={kind === 'set'} />
              <WhichBases {...form} />
              <p className="hint">{words.dutyIncluded}</p>
            </>
          )}
        </div>
        {kind === 'set' && <Questions form={form} setAt={setAt} />}
        <footer className="dialog__foot">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="filled" {...asDisabled(form.isBusy)}>
            {form.isBusy ? common.saving : form.isAsked ? words.doSetAnyway : DO[kind]}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function aboutList(what: string) {
  return (list: RateListFormProps['list']) => say(words.about, { what, name: list?.name ?? '' });
}

type Form = ReturnType<typeof useRateListForm>;

/** Notes of different lengths, below their fields so that these stand in one row. */
const BELOW: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

function Head({ name, setName, hours, setHours, reminder, setReminder, errors }: Form) {
  return (
    <div className="ratelist__head">
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
        description={words.nameHint}
        inputWrapperOrder={BELOW}
        value={name}
        error={errors.name}
        onChange={setName}
      />
      <NumberField
        label={words.validHours}
        name="valid_hours"
        min={validHours.min}
        max={validHours.max}
        unit=""
        description={words.validHint}
        inputWrapperOrder={BELOW}
        value={hours}
        error={errors.valid_hours}
        onChange={setHours}
      />
      <TimeField
        label={words.reminder}
        name="reminder_time"
        description={words.reminderHint}
        inputWrapperOrder={BELOW}
        value={reminder}
        error={errors.reminder_time}
        onChange={setReminder}
      />
    </div>
  );
}

interface RatesProps {
  readonly form: Form;
  readonly list: RateListFormProps['list'];
  /** When the list was set, as a text. */
  readonly setAt: string;
  /** Whether the dialog begins with the first of its rates. */
  readonly isFirst: boolean;
}

function Bases({ form: { rates, errors, setBase }, list, setAt, isFirst }: RatesProps) {
  return entriesOf(rates.bases, Metal.options).map(([metal, rate], index) => (
    <MetalFields
      key={metal}
      {...{ metal, rate, errors, setAt }}
      isBeside={rates.prices.length > 0}
      before={list?.[metal]}
      hasFocus={isFirst && index === 0}
      onChange={(changed) => setBase(metal, changed)}
    />
  ));
}

/** A list with prices of purities needn't have any base rate, and no list needs platinum's. Below all that is set each day. */
function WhichBases({ rates: { bases, prices }, setBase }: Form) {
  const isNeeded = (metal: Metal) => prices.length === 0 && firstMetals.some((first) => first === metal);
  return (
    <div className="ratelist__bases">
      <p className="hint">{words.baseHint}</p>
      {Metal.options
        .filter((metal) => !isNeeded(metal))
        .map((metal) => (
          <Button key={metal} variant="default" size="xs" onClick={() => setBase(metal, bases[metal] ? null : NO_RATE)}>
            {say(bases[metal] ? words.removeBase : words.addBase, { metal: words.metals[metal].toLowerCase() })}
          </Button>
        ))}
    </div>
  );
}

function Purities({ form: { rates, errors, setPrice }, list, setAt, isFirst }: RatesProps) {
  const { bases, prices } = rates;
  const [added, setAdded] = useState<string>();
  const add = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isFull = prices.length >= limits.rateList.prices;
  const isListed = (key: string) => list?.prices.some(({ metal, fineness }) => key === `${metal} ${fineness}`) ?? false;
  return (
    <section className="ratelist__purities" aria-labelledby={id}>
      <h3 id={id}>{words.purities}</h3>
      <p className="hint">{say(words.puritiesHint, { percent: limits.fallbackBuyPercent })}</p>
      {prices.map(([key, price], index) => (
        <PurityFields
          key={key}
          {...{ price, list, setAt, errors }}
          path={`prices.${index}`}
          isNew={!isListed(key)}
          isAdded={key === added}
          isFirst={isFirst && index === 0 && Object.keys(bases).length === 0}
          onChange={(changed) => setPrice(key, changed)}
          onRemove={() => {
            setPrice(key, null);
            add.current?.focus();
          }}
        />
      ))}
      <Button
        ref={add}
        className="ratelist__add"
        variant="default"
        leftSection={<Icon name="plus" />}
        aria-describedby={isFull ? `${id}-full` : undefined}
        onClick={() => {
          const key = newRepeatKey();
          setPrice(key, nextPurity(rates));
          setAdded(key);
        }}
        {...asDisabled(isFull)}
      >
        {words.addPurity}
      </Button>
      {isFull && (
        <p className="hint" id={`${id}-full`}>
          {say(words.full, { most: limits.rateList.prices })}
        </p>
      )}
    </section>
  );
}

/** The second look at rates that change a lot. It is there while it is empty, so that screen readers read what comes into it. */
function Questions({ form: { jumps, isAsked, isMoved }, setAt }: { form: Form; setAt: string }) {
  return (
    <div role="alert" className="ratelist__jumps">
      {isMoved && <StateWord tone="warn">{say(words.meanwhile, { time: setAt })}</StateWord>}
      {isAsked &&
        jumps.map((jump) => (
          <StateWord key={`${jump.side ?? ''} ${jumpName(jump)}`} tone="warn">
            {say(words.jump, {
              metal: jumpName(jump),
              percent: percentText(jump.percent),
              isAbove: jump.percent > 0,
              time: setAt,
            })}
          </StateWord>
        ))}
      {isAsked && jumps.length > 0 && <p>{words.lookTwice}</p>}
    </div>
  );
}
