import { limits, Metal, NewRateList, type RateList, RateListUpdate, texts } from '@sarafa/contracts';
import { useState } from 'react';
import {
  useCreateRateListMutation,
  useCheckRateListsMutation,
  useUpdateRateListMutation,
} from '../../shared/api/rate-lists.api.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { mayBeMade, problemOf } from '../../shared/requests/problem.js';
import { purityLabels } from './fields/purity-fields.js';
import { rateListTexts as words } from '../../shared/texts/rate-list-texts.js';
import type { TypedNumber } from '../../shared/ui/number-field.js';
import { useForm } from '../../shared/use-form.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import {
  ratesDraftOf,
  jumpsOf,
  type MetalDraft,
  NO_CHANGES,
  type PurityDraft,
  type RateChanges,
  sentRates,
  settingOf,
} from './fields/rate-draft.js';

/** What the form is for: a new list, today's rates of a list, or the rest of it. */
type FormKind = 'create' | 'set' | 'edit';

export interface RateListFormProps {
  readonly kind: FormKind;
  /** As it is now; none of a new list. */
  readonly list?: RateList;
  readonly onClose: () => void;
}

/** What the fields are called in messages about them. */
const LABELS: Readonly<Record<string, string>> = inWords(() => ({
  name: words.name,
  valid_hours: words.hours,
  reminder_time: words.reminder,
  ...Object.fromEntries(
    Metal.options.flatMap((metal) => [
      [`${metal}.per_gram`, say(words.rateOf, { metal: words.metals[metal] })],
      [`${metal}.fineness`, say(words.finenessOf, { metal: words.metals[metal] })],
    ]),
  ),
}));

export function useRateListForm({ kind, list, onClose }: RateListFormProps) {
  const [typedName, setName] = useState<string>();
  const [typedHours, setHours] = useState<TypedNumber>();
  const [typedReminder, setReminder] = useState<string>();
  const [changes, setChanges] = useState(NO_CHANGES);
  const [asked, setAsked] = useState<string>();
  const setting = settingOf(list);
  /** What the person had looked at who began to type; undefined where that is what is shown. */
  const [known, setKnown] = useState<string>();
  const [isMoved, setIsMoved] = useState(false);
  const [create] = useCreateRateListMutation();
  const [update] = useUpdateRateListMutation();
  const [check] = useCheckRateListsMutation();
  const close = useWhileMounted(onClose);
  const name = typedName ?? list?.name ?? '';
  const hours = typedHours ?? list?.valid_hours ?? limits.rateList.validHours.default;
  const reminder = typedReminder ?? list?.reminder_time ?? '';
  const rates = ratesDraftOf(list, changes);
  const jumps = list ? jumpsOf(list, rates) : [];
  // Changed rates have to be confirmed anew, and so have those of a list that somebody else has set meanwhile.
  const isAsked = asked !== undefined && asked === setting;

  const isSetMeanwhile = async () => {
    const now = (await check().unwrap()).find(({ id }) => id === list?.id);
    if (!now || settingOf(now) === (known ?? setting)) return false;
    setKnown(settingOf(now));
    return true;
  };
  const head = { name: name.trim(), valid_hours: hours === '' ? undefined : hours, reminder_time: reminder || null };
  const sent = {
    ...(kind === 'set' ? {} : sentHead(list, head)),
    ...(kind === 'edit' ? {} : sentRates(list, rates)),
  };
  const form = useForm({
    schema: kind === 'create' ? NewRateList : RateListUpdate,
    values: sent,
    labels: { ...LABELS, ...purityLabels(rates.prices) },
    send: async (repeatKey) => {
      if (kind === 'set' && jumps.length > 0 && !isAsked) return setAsked(setting);
      if (kind === 'set' && (await isSetMeanwhile())) return setIsMoved(true);
      const saved = list
        ? update({ id: list.id, ...(sent as RateListUpdate) })
        : create({ list: sent as NewRateList, repeatKey });
      await saved.unwrap().catch((error: unknown) => {
        // The list that is read now is nobody else's then.
        if (mayBeMade(problemOf(error))) setKnown(undefined);
        throw error;
      });
      notifyDone(list ? texts.rateLists.updated : texts.rateLists.created);
      close();
    },
    onFailed: (problem) => notifyProblem(problem, words.saveFailed),
  });
  const change = (changed: (before: RateChanges) => RateChanges) => {
    setKnown((before) => before ?? setting);
    setChanges(changed);
    setAsked(undefined);
  };
  const setBase = (metal: Metal, rate: MetalDraft | null) =>
    change((before) => ({ ...before, bases: { ...before.bases, [metal]: rate } }));
  const setPrice = (key: string, price: PurityDraft | null) => {
    change((before) => ({ ...before, prices: { ...before.prices, [key]: price } }));
    // The faults are named by places, which other prices have then.
    if (!price) form.setErrors({});
  };
  return { ...form, name, setName, hours, setHours, reminder, setReminder, rates, setBase, setPrice, jumps, isAsked, isMoved };
}

interface Head {
  readonly name: string;
  readonly valid_hours: TypedNumber | undefined;
  readonly reminder_time: string | null;
}

/** What isn't changed isn't sent, since somebody else may have saved it meanwhile. */
function sentHead(list: RateList | undefined, head: Head): Partial<Head> {
  if (!list) return head;
  return Object.fromEntries(Object.entries(head).filter(([field, value]) => value !== list[field as keyof Head]));
}
