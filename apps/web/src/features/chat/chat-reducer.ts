/** The chat widget of the sign-in screen (rule 10.4). */
export interface Chat {
  /** Hidden, only its button, or the button and the card. */
  readonly phase: 'hidden' | 'closed' | 'open';
  /** Somebody has used the chat, so it doesn't open or close by itself any more. */
  readonly isTouched: boolean;
  /** The index of the chosen message. */
  readonly chosen: number | null;
}

export type ChatEvent =
  | { readonly type: 'appear'; readonly isInTheWay: boolean }
  | { readonly type: 'time is up' }
  | { readonly type: 'touch' }
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'choose'; readonly index: number };

export const NO_CHAT: Chat = { phase: 'hidden', isTouched: false, chosen: null };

export function chatReducer(chat: Chat, event: ChatEvent): Chat {
  switch (event.type) {
    case 'appear':
      if (chat.phase !== 'hidden') return chat;
      return { ...chat, phase: event.isInTheWay ? 'closed' : 'open' };
    case 'time is up':
      return chat.phase === 'open' && !chat.isTouched ? { ...chat, phase: 'closed' } : chat;
    case 'touch':
      return chat.isTouched ? chat : { ...chat, isTouched: true };
    case 'open':
      return { ...chat, phase: 'open', isTouched: true };
    case 'close':
      return { ...chat, phase: 'closed', isTouched: true };
    case 'choose':
      return { ...chat, chosen: event.index, isTouched: true };
  }
}
