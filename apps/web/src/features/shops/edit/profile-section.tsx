import { Button } from '@mantine/core';
import type { ShopDashboard } from '@sarafa/contracts';
import { useState } from 'react';
import { May } from '../../../shared/session/may.js';
import { inWords } from '../../../shared/language/page-language.js';
import { ResetSecondStep } from '../../../shared/second-step/reset-second-step.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import { secondStepTexts } from '../../../shared/texts/second-step-texts.js';
import { LogoField } from '../../../shared/ui/logo-field.js';
import { Password } from '../../../shared/ui/password.js';
import { TextField } from '../../../shared/ui/text-field.js';
import type { ShopValues } from './shop-changes.js';

const { form, editor } = portalTexts;
export const PROFILE_LABELS = inWords(
  () =>
    ({
      username: form.username,
      shop_name: form.shopName,
      city: editor.city,
      password: form.newPassword,
      logo: form.logo,
    }) as const,
);

interface Props {
  readonly shop: ShopDashboard;
  readonly values: ShopValues;
  readonly logo: File | null;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (changed: Partial<ShopValues>) => void;
  readonly onLogo: (logo: File | null, error: string | undefined) => void;
}

export function ProfileSection({ shop, values, logo, errors, onChange, onLogo }: Props) {
  const [isResetting, setIsResetting] = useState(false);
  return (
    <>
      <LogoField
        url={shop.logo_url}
        name={values.shop_name}
        hint={form.logoHint}
        file={logo}
        error={errors.logo}
        onFile={onLogo}
      />
      <TextField
        label={PROFILE_LABELS.username}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={shop.username}
        value={values.username}
        error={errors.username}
        onChange={(username) => onChange({ username })}
      />
      <TextField
        label={PROFILE_LABELS.shop_name}
        name="shop_name"
        autoComplete="off"
        placeholder={shop.shop_name}
        value={values.shop_name}
        error={errors.shop_name}
        onChange={(shop_name) => onChange({ shop_name })}
      />
      <TextField
        label={PROFILE_LABELS.city}
        name="city"
        autoComplete="off"
        placeholder={shop.city}
        value={values.city}
        error={errors.city}
        onChange={(city) => onChange({ city })}
      />
      <Password
        label={
          <>
            {PROFILE_LABELS.password} <span className="dim">{form.optional}</span>
          </>
        }
        autoComplete="new-password"
        placeholder={form.keepPassword}
        value={values.password}
        error={errors.password}
        onChange={(password) => onChange({ password })}
      />
      <May needs="owner">
        <Button variant="default" mt="1rem" onClick={() => setIsResetting(true)}>
          {secondStepTexts.reset}
        </Button>
      </May>
      {isResetting && <ResetSecondStep id={shop.id} name={shop.username} onClose={() => setIsResetting(false)} />}
    </>
  );
}
