import { Anchor, Button } from '@mantine/core';
import type { SecondStepAsked } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';
import { secondStepTexts as words } from '../texts/second-step-texts.js';
import { TextField } from '../ui/text-field.js';
import { knowsPasskeys } from './passkey.js';

interface Props {
  readonly asked: SecondStepAsked;
  readonly code: string;
  readonly error?: string | boolean;
  readonly size?: 'lg';
  readonly onCode: (code: string) => void;
  /** Signs in with a passkey. */
  readonly onPasskey: () => void;
}

/** Asks for the second step in place of the password. The field has the focus, also after a wrong code. */
export function SecondStepFields({ asked, code, error, size, onCode, onPasskey }: Props) {
  const [isRecovery, setIsRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const hasPasskey = asked.passkey !== undefined && knowsPasskeys();
  useEffect(() => field.current?.focus(), [asked, isRecovery]);
  const sized = size ? { size } : {};
  return (
    <div className="second-step">
      <p className="dim">{hasPasskey ? words.noteWithPasskey : words.note}</p>
      {hasPasskey && (
        <Button variant="default" fullWidth {...sized} onClick={onPasskey}>
          {words.usePasskey}
        </Button>
      )}
      <TextField
        // A browser fills in what it knows by the kind of the field.
        key={isRecovery ? 'recovery' : 'code'}
        {...sized}
        ref={field}
        label={isRecovery ? words.recoveryCode : words.code}
        name={isRecovery ? 'recovery_code' : 'code'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        error={error}
        errorProps={{ role: 'alert' }}
        onChange={onCode}
      />
      <Anchor
        component="button"
        type="button"
        className="link"
        onClick={() => {
          onCode('');
          setIsRecovery(!isRecovery);
        }}
      >
        {isRecovery ? words.useApp : words.useRecovery}
      </Anchor>
    </div>
  );
}
