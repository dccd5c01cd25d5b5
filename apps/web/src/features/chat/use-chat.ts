import { limits } from '@sarafa/contracts';
import { useEffect, useReducer } from 'react';
import { NARROW } from '../../shared/ui/use-is-phone.js';
import { type Chat, type ChatEvent, chatReducer, NO_CHAT } from './chat-reducer.js';

export type ChatHandle = readonly [Chat, (event: ChatEvent) => void];

/** The chat with its two timers: when it appears, and when it closes by itself. */
export function useChat(): ChatHandle {
  const [chat, dispatch] = useReducer(chatReducer, NO_CHAT);
  useEffect(() => {
    const { appearsMs, closesMs } = limits.chat;
    const appearing = setTimeout(() => {
      // Not while somebody types, nor where the card would cover the form.
      const isInTheWay = document.activeElement instanceof HTMLInputElement || matchMedia(NARROW).matches;
      dispatch({ type: 'appear', isInTheWay });
    }, appearsMs);
    const closing = setTimeout(() => dispatch({ type: 'time is up' }), appearsMs + closesMs);
    return () => {
      clearTimeout(appearing);
      clearTimeout(closing);
    };
  }, []);
  return [chat, dispatch];
}
