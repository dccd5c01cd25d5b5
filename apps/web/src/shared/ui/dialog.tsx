import { Modal } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { portalTexts } from '../texts/portal-texts.js';
import { Icon } from './icon.js';
import { useEscape } from './use-escape.js';
import { useScrollLock } from './use-scroll-lock.js';

const WIDTHS = { small: '30rem', medium: '44rem', large: '74rem' } as const;

/** The element that gets the focus after the dialog; without one, the element that opened it. */
export type FocusAfter = RefObject<HTMLElement | null>;

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly size?: keyof typeof WIDTHS;
  readonly className?: string;
  readonly focusAfter?: FocusAfter;
  readonly children: ReactNode;
}

/**
 * A dialog, closed by its button, a click beside it, and Escape. The focus stays inside, and returns to where it was. Mounted
 * while it is open.
 */
export function Dialog({ title, onClose, size = 'small', className = '', focusAfter, children }: Props) {
  useScrollLock(true);
  useEscape(onClose);
  useFocusBack(focusAfter);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      lockScroll={false}
      centered
      size={WIDTHS[size]}
      transitionProps={{ duration: 0 }}
      scrollAreaComponent={Unscrolled}
      classNames={{ content: `dialog ${className}`, inner: 'dialog-room' }}
    >
      <Modal.Overlay className="scrim" />
      <Modal.Content>
        <Modal.Header className="dialog__head">
          <Modal.Title className="dialog__title">{title}</Modal.Title>
          <Modal.CloseButton className="dialog__close" aria-label={portalTexts.common.close} icon={<Icon name="close" />} />
        </Modal.Header>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The middle part of the dialog scrolls, not the dialog as a whole. */
function Unscrolled({ children }: { children?: ReactNode }) {
  return children;
}

/** Returns the focus. If the element that opened the dialog is gone, as with a deleted row, the page itself gets the focus. */
export function useFocusBack(instead?: FocusAfter): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const kept = opener?.isConnected && opener !== document.body ? opener : document.querySelector('main');
      const next = instead?.current ?? kept;
      if (next instanceof HTMLElement) next.focus();
    },
    [opener, instead],
  );
}
