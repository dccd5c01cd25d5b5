import { expect, it } from '@jest/globals';
import { chatLink } from './chat-link.js';

it('a chat opens with the number there is, and without one where there is none', () => {
  expect(chatLink('+91 98123-45678', 'a & b')).toBe('https://wa.me/919812345678?text=a%20%26%20b');
  expect(chatLink(null, 'a')).toBe('https://wa.me/?text=a');
});
