import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { portalTexts } from '../texts/portal-texts.js';
import { Icon } from './icon.js';

type Props = Omit<PasswordInputProps, 'onChange'> & { readonly onChange: (value: string) => void };

export function Password({ onChange, ...others }: Props) {
  const [isVisible, setIsVisible] = useState(false);
  const label = isVisible ? portalTexts.common.hidePassword : portalTexts.common.showPassword;
  return (
    <PasswordInput
      name="password"
      {...others}
      // Mantine only colours the field.
      aria-invalid={others.error ? true : undefined}
      visible={isVisible}
      onVisibilityChange={setIsVisible}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eyeOff' : 'eye'} />}
      // In the keyboard's order like everything else.
      visibilityToggleFocusable
      // The label changes with the state, which would be said twice, and the second time as its opposite.
      visibilityToggleButtonProps={{ 'aria-label': label, 'aria-pressed': undefined }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
