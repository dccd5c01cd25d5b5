import { Button } from '@mantine/core';
import { portalTexts } from '@sarafa/contracts';
import { asDisabled } from '../../shared/ui/as-disabled.js';

interface Props {
  readonly label: string;
  readonly isChanged: boolean;
  readonly fits: boolean;
  readonly isSaving: boolean;
}

/** Of a form of settings: it stands out once there is something to save. */
export function SaveButton({ label, isChanged, fits, isSaving }: Props) {
  return (
    <Button type="submit" fullWidth variant={isChanged ? 'filled' : 'default'} {...asDisabled(!isChanged || !fits || isSaving)}>
      {isSaving ? portalTexts.common.saving : label}
    </Button>
  );
}
