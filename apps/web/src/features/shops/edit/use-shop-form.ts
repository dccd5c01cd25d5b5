import { inWords } from '../../../shared/language/page-language.js';
import { type ShopDashboard, ShopUpdate, texts } from '@sarafa/contracts';
import { useState } from 'react';
import { useUpdateShopMutation, type WholeShop } from '../../../shared/api/shops.api.js';
import { fieldText } from '../../../shared/requests/answers.js';
import { accountErrors } from '../../../shared/session/account-errors.js';
import { fieldErrors, REQUIRED } from '../../../shared/requests/field-errors.js';
import { bodyOf } from '../../../shared/requests/form-body.js';
import { useLatest } from '../../../shared/use-latest.js';
import { useWhileMounted } from '../../../shared/use-while-mounted.js';
import { notifyDone, notifyFailed, notifyProblem } from '../../../shared/notices.js';
import { problemOf } from '../../../shared/requests/problem.js';
import { faultOfOffHours } from '../../screens/index.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { screenTexts } from '../../../shared/texts/screen-texts.js';
import { PROFILE_LABELS } from './profile-section.js';
import { MARGIN_LABELS } from './settings-section.js';
import { changesOf, emptyIn, type ShopValues, valuesOf, whyNotSaved } from './shop-changes.js';

const { users, editor } = portalTexts;
const LABELS = inWords(() => ({
  ...PROFILE_LABELS,
  ...MARGIN_LABELS,
  rate_list_id: editor.ratesFrom,
  off_hours: screenTexts.offHours.title,
}));

interface Options {
  readonly shop: WholeShop;
  readonly shops: readonly ShopDashboard[] | undefined;
  readonly onSaved: () => void;
  /** Called when fields are invalid; `isProfile` says whether a field of the profile is among them. */
  readonly onFaulty: (isProfile: boolean) => void;
}

/** The values of the edit form, their faults, and the save. */
export function useShopForm({ shop, shops, onSaved, onFaulty }: Options) {
  const [shown, setShown] = useState(() => valuesOf(shop));
  const [values, setValues] = useState(shown);
  const [logo, setLogo] = useState<File | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const [updateShop, { isLoading: isSaving }] = useUpdateShopMutation();
  const close = useWhileMounted(onSaved);
  const typed = useLatest({ values, logo });

  const changes = changesOf(shown, values);
  const isChanged = logo !== null || Object.keys(changes).length > 0;
  const refuse = (wrong: Readonly<Record<string, string>>) => {
    setErrors(wrong);
    onFaulty(Object.keys(wrong).some((field) => field in PROFILE_LABELS));
  };

  const save = async () => {
    const why = whyNotSaved(shop.id, shops);
    if (why) return notifyFailed(why);
    if (!isChanged) return onSaved();
    const wrongHours = faultOfOffHours(values.off_hours);
    const wrong = {
      ...fieldErrors(ShopUpdate, changes, LABELS),
      // The contract passes over what is empty.
      ...Object.fromEntries(emptyIn(changes).map((name) => [name, fieldText(LABELS[name], REQUIRED)])),
      ...(wrongHours && { off_hours: wrongHours }),
    };
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setErrors({});
    try {
      await updateShop({ id: shop._id, fields: bodyOf(changes, logo) }).unwrap();
      notifyDone(texts.users.updated);
      // The dialog may stay open, and must not send the same again.
      setShown({ ...values, ...changes });
      setLogo((now) => (now === logo ? null : now));
      // What was typed while it was being saved isn't.
      if (typed.current.values === values && typed.current.logo === logo) close();
    } catch (error) {
      const problem = problemOf(error);
      const fields = accountErrors(problem, LABELS);
      if (Object.keys(fields).length > 0) refuse(fields);
      if (problem.status === 404) notifyFailed(texts.users.notFound);
      else notifyProblem(problem, users.updateFailed);
    }
  };

  return {
    values,
    logo,
    errors,
    isChanged,
    isSaving,
    save,
    onChange: (changed: Partial<ShopValues>) => setValues((before) => ({ ...before, ...changed })),
    onLogo: (file: File | null, error: string | undefined) => {
      setLogo(file);
      setErrors((before) => ({ ...before, logo: error }));
    },
  };
}
