import { Button } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { copyText } from '../../shared/copy-link.js';
import { save } from '../../shared/session/hand-over.js';
import { secondStepTexts as words } from '../../shared/texts/second-step-texts.js';
import { Icon } from '../../shared/ui/icon.js';

const FILE = 'sarafa-recovery-codes.txt';

interface Props {
  readonly codes: readonly string[];
  readonly title: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** What the server says only once. */
export function RecoveryCodes({ codes, title, onClose }: Props) {
  useEffect(() => title.current?.focus(), [title]);
  const text = codes.join('\n');
  return (
    <div className="factors__form">
      <h4 ref={title as RefObject<HTMLHeadingElement | null>} tabIndex={-1}>
        {words.recoveryTitle}
      </h4>
      <p>{words.recoveryNote}</p>
      <ul className="factors__codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="factors__add">
        <Button
          variant="default"
          leftSection={<Icon name="copy" />}
          onClick={() => void copyText(text, words.copied, words.copyFailed)}
        >
          {words.copy}
        </Button>
        <Button variant="default" onClick={() => save(new File([`${text}\n`], FILE, { type: 'text/plain' }))}>
          {words.save}
        </Button>
      </div>
      <div className="factors__foot">
        <Button variant="filled" onClick={onClose}>
          {words.kept}
        </Button>
      </div>
    </div>
  );
}
