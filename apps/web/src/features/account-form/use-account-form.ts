import { type AccountRole, type AdminRole, AdminUpdate, NewAdmin, NewShop, ShopUpdate, texts } from '@sarafa/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { accountErrors } from '../../shared/session/account-errors.js';
import { useCreateAdminMutation, useUpdateAdminMutation } from '../../shared/api/admins.api.js';
import { useCreateShopMutation, useUpdateShopMutation } from '../../shared/api/shops.api.js';
import { bodyOf } from '../../shared/requests/form-body.js';
import { ADMIN } from '../../shared/links.js';
import { notifyDone, notifyProblem } from '../../shared/notices.js';
import { inWords, say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { useForm } from '../../shared/use-form.js';
import { useWhileMounted } from '../../shared/use-while-mounted.js';
import type { Account } from './use-account.js';

const { form: words, accounts, roles } = portalTexts;
/** Of a new admin, as without a role in the API. */
const FIRST_ROLE: AdminRole = 'owner';
export const LABELS = inWords(
  () =>
    ({
      username: words.username,
      password: words.password,
      shop_name: words.shopName,
      logo: words.logo,
      admin_role: roles.title,
    }) as const,
);
const SCHEMAS = { admin: { create: NewAdmin, update: AdminUpdate }, user: { create: NewShop, update: ShopUpdate } } as const;
const DONE = {
  admin: { create: texts.admins.created, update: texts.admins.updated },
  user: { create: texts.users.created, update: texts.users.updated },
} as const;

export function useAccountForm(type: AccountRole, account: Account | undefined) {
  const [shown] = useState({
    ...{ username: account?.username ?? '', password: '', shop_name: account?.shop_name ?? '' },
    admin_role: account?.admin_role ?? FIRST_ROLE,
  });
  const [values, setValues] = useState(shown);
  const [logo, setLogo] = useState<File | null>(null);
  const navigate = useNavigate();
  const leave = useWhileMounted(() => void navigate(ADMIN));
  const send = useSend(type, account?.id);
  const mode = account ? 'update' : 'create';
  // An update sends only what differs, and an empty field changes nothing (rule 1.8).
  const { admin_role, ...common } = values;
  const sent = type === 'admin' ? values : common;
  const fields = account ? differing(sent, shown) : sent;
  const { setErrors, ...form } = useForm({
    schema: SCHEMAS[type][mode],
    values: fields,
    labels: LABELS,
    send: async (repeatKey) => {
      await send(bodyOf(fields, logo), repeatKey);
      notifyDone(DONE[type][mode]);
      leave();
    },
    refusal: (problem) => accountErrors(problem, LABELS),
    onFailed: (problem) => notifyProblem(problem, say(accounts.saveFailed, { type })),
  });
  return {
    ...form,
    values,
    logo,
    // What is changed while it is being saved would be lost with the page.
    onChange: (changed: Partial<typeof values>) => {
      if (!form.isBusy) setValues((before) => ({ ...before, ...changed }));
    },
    onLogo: (file: File | null, error: string | undefined) => {
      if (form.isBusy) return;
      setLogo(file);
      setErrors((before) => ({ ...before, logo: error }));
    },
  };
}

function differing(values: Readonly<Record<string, string>>, shown: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== shown[name]));
}

function useSend(type: AccountRole, id: string | undefined) {
  const [createAdmin] = useCreateAdminMutation();
  const [updateAdmin] = useUpdateAdminMutation();
  const [createShop] = useCreateShopMutation();
  const [updateShop] = useUpdateShopMutation();
  return (fields: object, repeatKey: string): Promise<unknown> => {
    if (type === 'admin') return (id ? updateAdmin({ id, fields }) : createAdmin({ fields, repeatKey })).unwrap();
    return (id ? updateShop({ id, fields }) : createShop({ fields, repeatKey })).unwrap();
  };
}
