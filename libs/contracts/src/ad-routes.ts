import { z } from 'zod';
import { Done } from './common.js';
import type { HttpRoute } from './http-route.js';
import { OwnAdvertisements, UploadedAdvertisement } from './media.js';

const refused = ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'] as const;

/** A shop's ads (rule 6.4). Which ads a board shows is a public read; whether it shows any is the shop's setting. */
export const adRoutes: readonly HttpRoute[] = [
  {
    method: 'get',
    path: '/advertisements/user/me',
    summary: "One's own ads",
    access: ['user'],
    output: OwnAdvertisements,
    errors: refused,
  },
  {
    method: 'post',
    path: '/advertisements/upload',
    summary: 'Stores an image or a video',
    description: 'One file. Its type is what its bytes are; at most 2 videos of 50 MB and 3 images of 100 MB a shop.',
    access: ['user'],
    input: z.object({}),
    file: 'advertisement',
    isRepeatable: true,
    status: 201,
    output: UploadedAdvertisement,
    errors: ['INVALID_INPUT', 'CONFLICT', 'TOO_LARGE', 'WRONG_TYPE', ...refused],
  },
  {
    method: 'delete',
    path: '/advertisements/{id}',
    summary: 'Deletes an ad and its files',
    access: ['admin', 'user'],
    output: Done,
    errors: ['INVALID_INPUT', 'NOT_FOUND', ...refused],
  },
];
