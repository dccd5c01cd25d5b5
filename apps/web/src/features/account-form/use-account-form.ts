import { type AccountRole, AdminUpdate, NewAdmin, NewShop, ShopUpdate, texts } from '@sarafa/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { accountErrors } from '../../shared/account-errors.js';
import { useCreateAdminMutation, useUpdateAdminMutation } from '../../shared/api/admins.api.js';
import { useCreateShopMutation, useUpdateShopMutation } from '../../shared/api/shops.api.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { focusFirst } from '../../shared/focus-first.js';
import { bodyOf } from '../../shared/form-body.js';
import { ADMIN } from '../../shared/links.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { problemOf } from '../../shared/problem.js';
import { useRepeatKey } from '../../shared/repeat-key.js';
import { inWords, say } from '../../shared/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import type { Account } from './use-account.js';

const { form: words, accounts } = portalTexts;
export const LABELS = inWords(
  () =>
    ({
      username: words.username,
      password: words.password,
      shop_name: words.shopName,
      logo: words.logo,
    }) as const,
);
const SCHEMAS = { admin: { create: NewAdmin, update: AdminUpdate }, user: { create: NewShop, update: ShopUpdate } } as const;
const DONE = {
  admin: { create: texts.admins.created, update: texts.admins.updated },
  user: { create: texts.users.created, update: texts.users.updated },
} as const;

export function useAccountForm(type: AccountRole, account: Account | undefined) {
  const [shown] = useState({ username: account?.username ?? '', password: '', shop_name: account?.shop_name ?? '' });
  const [values, setValues] = useState(shown);
  const [logo, setLogo] = useState<File | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  const navigate = useNavigate();
  const leave = useWhileMounted(() => void navigate(ADMIN));
  const repeat = useRepeatKey();
  const send = useSend(type, account?.id);
  const mode = account ? 'update' : 'create';

  const save = async (form: HTMLFormElement) => {
    // An update sends only what differs, and an empty field changes nothing (rule 1.8).
    const fields = account ? differing(values, shown) : values;
    const wrong = fieldErrors(SCHEMAS[type][mode], fields, LABELS);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return focusFirst(form, wrong);
    try {
      await send.send(bodyOf(fields, logo), repeat.key);
      notifyDone(DONE[type][mode]);
      leave();
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 409) repeat.renew();
      const refused = accountErrors(problem, LABELS);
      setErrors(refused);
      focusFirst(form, refused);
      notifyProblem(problem, say(accounts.saveFailed, { type }));
    }
  };
  return {
    values,
    logo,
    errors,
    save,
    isSaving: send.isSaving,
    onChange: (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed })),
    onLogo: (file: File | null, error: string | undefined) => {
      setLogo(file);
      setErrors((before) => ({ ...before, logo: error }));
    },
  };
}

function differing(values: Readonly<Record<string, string>>, shown: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== shown[name]));
}

function useSend(type: AccountRole, id: string | undefined) {
  const [createAdmin, creatingAdmin] = useCreateAdminMutation();
  const [updateAdmin, updatingAdmin] = useUpdateAdminMutation();
  const [createShop, creatingShop] = useCreateShopMutation();
  const [updateShop, updatingShop] = useUpdateShopMutation();
  const send = (fields: object, repeatKey: string): Promise<unknown> => {
    if (type === 'admin') return (id ? updateAdmin({ id, fields }) : createAdmin({ fields, repeatKey })).unwrap();
    return (id ? updateShop({ id, fields }) : createShop({ fields, repeatKey })).unwrap();
  };
  const isSaving = [creatingAdmin, updatingAdmin, creatingShop, updatingShop].some(({ isLoading }) => isLoading);
  return { send, isSaving };
}
