import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { asDisabled } from '../../shared/ui/as-disabled.js';

interface Props {
  readonly name: string;
  /** The switch's state as a word. */
  readonly state: string;
  /** Whether this is the usual state; an unusual one is highlighted. */
  readonly isUsual: boolean;
  readonly note: string;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onChange: () => void;
  readonly children?: ReactNode;
}

export function SiteSwitch({ name, state, isUsual, note, isOn, isBusy, onChange, children }: Props) {
  return (
    <section className="sheet site__row">
      <Switch
        labelPosition="left"
        label={
          <>
            <b>
              {name} <span className={isUsual ? 'is-ok' : 'is-warn'}>{state}</span>
            </b>
            <span className="hint">{note}</span>
          </>
        }
        checked={isOn}
        onChange={onChange}
        {...asDisabled(isBusy)}
      />
      {children}
    </section>
  );
}
