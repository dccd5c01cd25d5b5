import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import mark from '../../shared/brand/mark.svg';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { Icon } from '../../shared/ui/icon.js';
import { useChatSettingsQuery } from './chat.api.js';
import { chatLink } from './chat-link.js';
import type { ChatHandle } from './use-chat.js';

const { chat: texts, help, common } = portalTexts;

export function ChatWidget({ chat: [chat, dispatch] }: { chat: ChatHandle }) {
  const { data } = useChatSettingsQuery();
  const opener = useRef<HTMLButtonElement>(null);
  if (chat.phase === 'hidden') return null;
  const isOpen = chat.phase === 'open';

  const close = () => {
    dispatch({ type: 'close' });
    opener.current?.focus();
  };
  const send = () => {
    const message = chat.chosen === null ? undefined : texts.messages[chat.chosen];
    if (message) window.open(chatLink(data?.chatNumber, message), '_blank', 'noopener,noreferrer');
  };
  return (
    <aside
      className="chat"
      aria-label={texts.title}
      onPointerDown={() => dispatch({ type: 'touch' })}
      onFocus={() => dispatch({ type: 'touch' })}
      onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}
    >
      {isOpen && (
        <Card chosen={chat.chosen} onChoose={(index) => dispatch({ type: 'choose', index })} onClose={close} onSend={send} />
      )}
      <button
        ref={opener}
        className="chat__btn"
        type="button"
        aria-label={texts.title}
        aria-expanded={isOpen}
        onClick={() => dispatch({ type: isOpen ? 'close' : 'open' })}
      >
        <Icon name="chat" />
      </button>
    </aside>
  );
}

interface CardProps {
  readonly chosen: number | null;
  readonly onChoose: (index: number) => void;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

function Card({ chosen, onChoose, onClose, onSend }: CardProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The focus moves into the card only if a person opened it. A card that opened by itself must not take the focus.
    if (document.activeElement?.classList.contains('is-chat-opener')) first.current?.focus();
  }, []);
  return (
    <section className="chat__card">
      <header className="chat__h">
        <img src={mark} alt="" />
        <div>
          <b>{texts.title}</b>
          <span>{help.hint}</span>
        </div>
        <button className="chat__close" type="button" aria-label={common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <form
        className="chat__b"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <fieldset>
          <legend className="dim">{help.title}</legend>
          {texts.messages.map((message, index) => (
            <label key={message} className="pick">
              <input
                ref={index === 0 ? first : undefined}
                type="radio"
                name="chat-message"
                checked={chosen === index}
                onChange={() => onChoose(index)}
              />
              <span>{message}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" fullWidth disabled={chosen === null} leftSection={<Icon name="send" />}>
          {texts.send}
        </Button>
      </form>
    </section>
  );
}
