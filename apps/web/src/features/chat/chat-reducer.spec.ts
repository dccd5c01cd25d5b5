import { describe, expect, it } from '@jest/globals';
import { type Chat, type ChatEvent, chatReducer, NO_CHAT } from './chat-reducer.js';

function after(...events: ChatEvent[]): Chat {
  return events.reduce(chatReducer, NO_CHAT);
}
const appear: ChatEvent = { type: 'appear', isInTheWay: false };
const timeIsUp: ChatEvent = { type: 'time is up' };

describe('the chat widget', () => {
  it('opens by itself, and closes by itself', () => {
    expect(after(appear).phase).toBe('open');
    expect(after(appear, timeIsUp).phase).toBe('closed');
  });

  it('shows no more than its button while it would be in the way', () => {
    expect(after({ type: 'appear', isInTheWay: true }).phase).toBe('closed');
  });

  it.each<[string, ChatEvent]>([
    ['touched', { type: 'touch' }],
    ['opened', { type: 'open' }],
    ['answered', { type: 'choose', index: 2 }],
  ])('stays open once it is %s', (_, event) => {
    expect(after(appear, event, timeIsUp).phase).toBe('open');
  });

  it('that was opened before it would have appeared stays open', () => {
    expect(after({ type: 'open' }, { type: 'appear', isInTheWay: true }, timeIsUp).phase).toBe('open');
  });

  it('keeps the chosen message while it is closed', () => {
    expect(after(appear, { type: 'choose', index: 1 }, { type: 'close' }, { type: 'open' }).chosen).toBe(1);
  });
});
