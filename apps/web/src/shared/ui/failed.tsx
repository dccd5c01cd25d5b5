import { useLayoutEffect, useRef } from 'react';
import { portalTexts } from '../texts/portal-texts.js';
import { WaitingButton } from './waiting-button.js';

/** Shown in place of something that couldn't be read: what happened, that nothing was lost, and a button to try again. */
export function Failed({ text, isAsking, onTryAgain }: { text: string; isAsking: boolean; onTryAgain: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfter(button);
  return (
    <div className="failed">
      <p role="alert">{text}</p>
      <p className="dim">{portalTexts.common.nothingLost}</p>
      <WaitingButton ref={button} variant="default" onClick={onTryAgain} isWaiting={isAsking}>
        {portalTexts.common.tryAgain}
      </WaitingButton>
    </div>
  );
}

/** When the pressed button is removed, the focus goes to the heading of its section, or to the section itself where it has none. */
function useFocusAfter(button: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const pressed = button.current;
    return () => {
      if (pressed !== document.activeElement) return;
      const section = pressed?.closest<HTMLElement>('section, main, [role="dialog"]');
      const home = section?.querySelector<HTMLElement>('h1, h2, h3') ?? section;
      if (!home) return;
      home.tabIndex = -1;
      home.focus();
    };
  }, [button]);
}
