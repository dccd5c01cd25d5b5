import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { portalTexts } from '../texts/portal-texts.js';
import { Dialog } from './dialog.js';
import { Password } from './password.js';

interface Props {
  readonly title: string;
  readonly note: string;
  readonly label: string;
  readonly password: string;
  readonly error: string;
  /** Whether the password gets the focus, and no field above it. */
  readonly 'data-autofocus': true | undefined;
  readonly className?: string;
  /** What takes the place of the fields, once the password was right. */
  readonly second?: ReactNode;
  /** The fields above the password. */
  readonly children?: ReactNode;
  /** The button that sends it. */
  readonly action: ReactNode;
  readonly onChange: (password: string) => void;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks somebody who is signed in for the password again. */
export function PasswordDialog({
  title,
  note,
  password,
  className = '',
  second,
  children,
  action,
  onSubmit,
  onClose,
  ...field
}: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        <div className={`dialog__body ${className}`}>
          {second ?? (
            <>
              <p className="dim">{note}</p>
              {children}
              <Password autoComplete="current-password" value={password} {...field} />
            </>
          )}
        </div>
        <footer className="dialog__foot">
          <Button variant="default" onClick={onClose}>
            {portalTexts.common.cancel}
          </Button>
          {action}
        </footer>
      </form>
    </Dialog>
  );
}
