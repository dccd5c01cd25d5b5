import { Button } from '@mantine/core';
import { portalTexts } from '../texts/portal-texts.js';
import { asDisabled } from './as-disabled.js';

interface Props {
  readonly label: string;
  readonly isChanged: boolean;
  readonly fits: boolean;
  readonly isSaving: boolean;
}

/** The save button of a settings form; it is highlighted once there is something to save. */
export function SaveButton({ label, isChanged, fits, isSaving }: Props) {
  return (
    <Button type="submit" fullWidth variant={isChanged ? 'filled' : 'default'} {...asDisabled(!isChanged || !fits || isSaving)}>
      {isSaving ? portalTexts.common.saving : label}
    </Button>
  );
}
