import { Button, FileButton } from '@mantine/core';
import { limits, texts } from '@sarafa/contracts';
import { AD_FIRST_BYTES, adKindOf } from '@sarafa/domain';
import { useId, useRef } from 'react';
import { answerText } from '../requests/answers.js';
import { firstBytes } from '../first-bytes.js';
import { portalTexts } from '../texts/portal-texts.js';
import { Icon } from './icon.js';
import { Portrait } from './portrait.js';
import { usePreview } from './use-preview.js';

interface Props {
  /** The current logo; empty when there is none. */
  readonly url: string;
  readonly name: string;
  /** As of `Portrait`. */
  readonly fallback?: string | undefined;
  readonly hint: string;
  readonly file: File | null;
  readonly error?: string;
  readonly onFile: (file: File | null, error: string | undefined) => void;
}

const { form: words } = portalTexts;
const { logoTooLarge, logoWrongType } = texts.accounts;

/** A logo with its preview. The server judges the file by its bytes; plain faults are shown before anything is sent. */
export function LogoField({ url, name, fallback, hint, file, error, onFile }: Props) {
  const preview = usePreview(file);
  const hintId = useId();
  const reset = useRef<() => void>(null);
  const last = useRef<File>(undefined);
  const choose = (chosen: File | null) => {
    if (chosen) {
      last.current = chosen;
      // Of two that are chosen quickly, the first may take longer to read.
      void judged(chosen).then((judgement) => last.current === chosen && onFile(...judgement));
    }
    // The browser would not tell of the same file again, which may have been made smaller meanwhile.
    reset.current?.();
  };
  return (
    <div className="logo-field">
      <Portrait key={preview} url={preview || url} name={name} fallback={fallback} />
      <div>
        <FileButton onChange={choose} resetRef={reset} inputProps={{ name: 'logo' }}>
          {(props) => (
            <Button {...props} variant="default" size="sm" leftSection={<Icon name="upload" />} aria-describedby={hintId}>
              {url || file ? words.changeLogo : words.chooseLogo}
            </Button>
          )}
        </FileButton>
        <p className={error ? 'hint hint--err' : 'hint'} id={hintId} role={error ? 'alert' : undefined}>
          {error ?? file?.name ?? hint}
        </p>
      </div>
    </div>
  );
}

async function judged(file: File): Promise<[File | null, string | undefined]> {
  const kind = adKindOf(file, await firstBytes(file, AD_FIRST_BYTES));
  if (kind !== 'image' && !file.type.startsWith('image/')) return [null, answerText(logoWrongType)];
  if (file.size > limits.logoBytes) return [null, answerText(logoTooLarge)];
  return [file, undefined];
}
