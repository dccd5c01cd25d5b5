import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { SecondStepFields } from '../second-step/second-step-fields.js';
import type { useSignIn } from '../second-step/use-sign-in.js';
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
  /** Where it asks for a second step, that takes the place of the fields. */
  readonly signIn: ReturnType<typeof useSignIn>;
  /** The fields above the password. */
  readonly children?: ReactNode;
  /** The button that sends it. */
  readonly action: ReactNode;
  readonly onChange: (password: string) => void;
  /** The password or the code was changed. */
  readonly onTyped: () => void;
  readonly onSubmit: (isPasskey: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks somebody who is signed in for the password again. */
export function PasswordDialog({
  title,
  note,
  password,
  className = '',
  signIn: { asked, autoFocus, code, setCode },
  children,
  action,
  onChange,
  onTyped,
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
          void onSubmit(false);
        }}
      >
        <div className={`dialog__body ${className}`}>
          {asked ? (
            <SecondStepFields
              asked={asked}
              code={code}
              error={field.error}
              onCode={(typed) => {
                setCode(typed);
                onTyped();
              }}
              onPasskey={() => void onSubmit(true)}
            />
          ) : (
            <>
              <p className="dim">{note}</p>
              {children}
              <Password
                autoComplete="current-password"
                autoFocus={autoFocus}
                value={password}
                {...field}
                // The focus stays at the button, so nothing else would say why nothing happens.
                errorProps={{ role: 'alert' }}
                onChange={(typed) => {
                  onChange(typed);
                  onTyped();
                }}
              />
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
