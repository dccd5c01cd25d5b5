import { Button } from '@mantine/core';
import { limits, Metal, NewRateList, type RateList, RateListUpdate, texts } from '@sarafa/contracts';
import { useState } from 'react';
import { useCreateRateListMutation, useUpdateRateListMutation } from '../../shared/api/rate-lists.api.js';
import { recently } from '../../shared/page-dates.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { inWords, say } from '../../shared/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import { useForm } from '../../shared/use-form.js';
import { useMinute } from '../../shared/use-minute.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import { asDisabled } from '../../shared/ui/as-disabled.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { NumberField, type TypedNumber } from '../../shared/ui/number-field.js';
import { TextField } from '../../shared/ui/text-field.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { MetalFields } from './metal-fields.js';
import {
  draftOf,
  jumpsOf,
  type MetalDraft,
  NO_RATE,
  percentText,
  type RateChange,
  type RateChanges,
  type RatesDraft,
  sentRates,
} from './rate-draft.js';

const { common } = portalTexts;
const { name: nameLimits, validHours } = limits.rateList;

/** What the form is for: a new list, today's rates of a list, or the rest of it. */
export type FormKind = 'create' | 'set' | 'edit';

interface Props {
  readonly kind: FormKind;
  /** As it is now; none of a new list. */
  readonly list?: RateList;
  readonly onClose: () => void;
}

const TITLES = inWords(() => ({ create: () => words.create, set: aboutList(words.set), edit: aboutList(words.edit) }));
/** What the fields are called in messages about them. */
const LABELS: Readonly<Record<string, string>> = inWords(() => ({
  name: words.name,
  valid_hours: words.hours,
  ...Object.fromEntries(
    Metal.options.flatMap((metal) => [
      [`${metal}.per_gram`, say(words.rateOf, { metal: words.metals[metal] })],
      [`${metal}.fineness`, say(words.finenessOf, { metal: words.metals[metal] })],
    ]),
  ),
}));
const DO = inWords(() => ({ create: words.doCreate, set: words.doSet, edit: words.save }));

export function RateListForm({ kind, list, onClose }: Props) {
  const form = useRateListForm({ kind, list, onClose });
  const { rates, errors, jumps } = form;
  const setAt = recently(Date.parse(list?.set_at ?? ''), useMinute());
  const hasRates = kind !== 'edit';
  return (
    <Dialog title={TITLES[kind](list)} size={hasRates ? 'medium' : 'small'} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <div className="dialog__body ratelist">
          {kind !== 'set' && <NameAndHours {...form} />}
          {hasRates && (
            <>
              {Metal.options.map((metal, index) => {
                const rate = rates[metal];
                return (
                  rate && (
                    <MetalFields
                      key={metal}
                      {...{ metal, rate, errors, setAt }}
                      before={list?.[metal]}
                      hasFocus={kind === 'set' && index === 0}
                      onChange={(changed) => form.setRate(metal, changed)}
                    />
                  )
                );
              })}
              <Platinum rates={rates} onChange={form.setRate} />
              <p className="hint">{words.dutyIncluded}</p>
              {list && <Jumps jumps={form.isAsked ? jumps : []} setAt={setAt} />}
            </>
          )}
        </div>
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
  return (list: RateList | undefined) => say(words.about, { what, name: list?.name ?? '' });
}

type Form = ReturnType<typeof useRateListForm>;

function NameAndHours({ name, setName, hours, setHours, errors }: Form) {
  return (
    <div className="ratelist__head">
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={nameLimits.max}
        description={words.nameHint}
        value={name}
        error={errors.name}
        onChange={setName}
      />
      <NumberField
        label={words.validHours}
        name="valid_hours"
        min={validHours.min}
        max={validHours.max}
        description={words.validHint}
        value={hours}
        error={errors.valid_hours}
        onChange={setHours}
      />
    </div>
  );
}

/** A list needn't have platinum. */
function Platinum({ rates: { platinum }, onChange }: { rates: RatesDraft; onChange: Form['setRate'] }) {
  return (
    <Button
      className="ratelist__platinum"
      variant="default"
      size="xs"
      onClick={() => onChange('platinum', platinum ? null : NO_RATE)}
    >
      {platinum ? words.removePlatinum : words.addPlatinum}
    </Button>
  );
}

function useRateListForm({ kind, list, onClose }: Props) {
  const [typedName, setName] = useState<string>();
  const [typedHours, setHours] = useState<TypedNumber>();
  const [changes, setChanges] = useState<RateChanges>({});
  const [asked, setAsked] = useState<string>();
  const [create] = useCreateRateListMutation();
  const [update] = useUpdateRateListMutation();
  const close = useWhileMounted(onClose);
  const name = typedName ?? list?.name ?? '';
  const hours = typedHours ?? list?.valid_hours ?? validHours.default;
  const rates = draftOf(list, changes);
  const jumps = list ? jumpsOf(list, rates) : [];
  // Changed rates have to be confirmed anew, and so have those of a list that somebody else has set meanwhile.
  const isAsked = asked !== undefined && asked === list?.set_at;
  const setRate = (metal: Metal, rate: MetalDraft | null) => {
    setChanges((before) => ({ ...before, [metal]: rate }));
    setAsked(undefined);
  };

  const sent = {
    ...(kind === 'set' ? {} : sentHead(list, { name: name.trim(), valid_hours: hours === '' ? undefined : hours })),
    ...(kind === 'edit' ? {} : sentRates(list, rates)),
  };
  const form = useForm({
    schema: kind === 'create' ? NewRateList : RateListUpdate,
    values: sent,
    labels: LABELS,
    send: async (repeatKey) => {
      if (kind === 'set' && jumps.length > 0 && !isAsked) return setAsked(list?.set_at);
      await (
        list ? update({ id: list.id, ...(sent as RateListUpdate) }) : create({ list: sent as NewRateList, repeatKey })
      ).unwrap();
      notifyDone(list ? texts.rateLists.updated : texts.rateLists.created);
      close();
    },
    onFailed: (problem) => notifyProblem(problem, words.saveFailed),
  });
  return { ...form, name, setName, hours, setHours, rates, setRate, jumps, isAsked };
}

interface Head {
  readonly name: string;
  readonly valid_hours: TypedNumber | undefined;
}

/** What isn't changed isn't sent, since somebody else may have saved it meanwhile. */
function sentHead(list: RateList | undefined, head: Head): Partial<Head> {
  if (!list) return head;
  return {
    ...(head.name === list.name ? {} : { name: head.name }),
    ...(head.valid_hours === list.valid_hours ? {} : { valid_hours: head.valid_hours }),
  };
}

/** The second look at rates that change a lot. It is there while it is empty, so that screen readers read what comes into it. */
function Jumps({ jumps, setAt }: { jumps: readonly [Metal, RateChange][]; setAt: string }) {
  return (
    <div role="alert" className="ratelist__jumps">
      {jumps.map(([metal, { percent }]) => (
        <StateWord key={metal} tone="warn">
          {say(words.jump, { metal: words.metals[metal], percent: percentText(percent), isAbove: percent > 0, time: setAt })}
        </StateWord>
      ))}
      {jumps.length > 0 && <p>{words.lookTwice}</p>}
    </div>
  );
}
