import { describe, expect, it } from '@jest/globals';
import { ownShop, uploads } from './texts.js';

describe('texts of answers', () => {
  it('say how the sound is now', () => {
    expect([true, false].map(ownShop.soundUpdated)).toEqual(['Sound OFF successfully!', 'Sound ON successfully!']);
  });

  it('name the limit of the kind', () => {
    expect(uploads.tooLarge('a.mp4', 'video')).toBe('File a.mp4 is too large. Maximum size for videos is 50MB.');
    expect(uploads.tooLarge('a.jpg', 'image')).toBe('File a.jpg is too large. Maximum size for images is 100MB.');
  });

  it('count images and videos', () => {
    expect(uploads.tooManyVideos(1)).toBe('You can only upload a maximum of 2 videos. You currently have 1 videos.');
    expect(uploads.tooMany(3, 1)).toBe(
      'You can only upload a maximum of 5 files total (2 videos + 3 images). You currently have 3 images and 1 videos.',
    );
  });
});
