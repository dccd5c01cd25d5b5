import { setFlagsFromString } from 'node:v8';

/** In MB. The least memory by measurement: with 8 and with 2 ten uploads at once take twice as much, with 1 five times. */
const NEW_SPACE_MB = 4;

/**
 * Makes V8 of Node 24 drop buffers that nobody needs any more before there are 64 MB of them, for which it waits
 * (https://github.com/nodejs/node/issues/61967). A few uploads at once come to that. Node 20 and 22 don't wait. Later ones wait too,
 * but have no such flag any more.
 */
export function dropBuffersSoon(): void {
  if (process.versions.node.startsWith('24.')) setFlagsFromString(`--scavenger-max-new-space-capacity-mb=${NEW_SPACE_MB}`);
}
