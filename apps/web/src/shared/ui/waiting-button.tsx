import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { asDisabled } from './as-disabled.js';

interface Props extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  readonly isWaiting: boolean;
}

/** While it waits, a loader replaces the label. */
export function WaitingButton({ isWaiting, ...others }: Props) {
  return <Button component={Undisabled} loading={isWaiting} loaderProps={LOADER} {...others} />;
}

const LOADER = { color: 'var(--s-ink-3)' } as const;

/** Mantine disables a button with a loader; this one stays enabled. */
function Undisabled({ disabled = false, type = 'button', ...others }: ComponentProps<'button'>) {
  return <button {...others} type={type} {...asDisabled(disabled)} />;
}
