// Runs in the thread that `films.ts` starts. It is plain JavaScript beside the sources, so that tests and the built service
// start the same file.
import { closeSync, openSync, readSync } from 'node:fs';
import mediaInfoFactory from 'mediainfo.js';

/** The head and the index of a film are mostly within two reads of this size. */
const CHUNK_BYTES = 256 * 1024;

let reader;

/**
 * What a film says of itself; it is read at random, never whole. Undefined where the reader fails at it; an error is a fault of
 * this machine.
 * @param {{ path: string, bytes: number }} file
 */
export async function describe({ path, bytes }) {
  const file = openSync(path, 'r');
  try {
    reader ??= await mediaInfoFactory({ format: 'object', chunkSize: CHUNK_BYTES });
    const { media } = await reader.analyzeData(bytes, (length, offset) => {
      const chunk = new Uint8Array(length);
      return chunk.subarray(0, readSync(file, chunk, 0, length, offset));
    });
    const [general, video] = ['General', 'Video'].map((type) => media?.track.find((track) => track['@type'] === type));
    return {
      container: general?.Format,
      isTruncated: general?.extra?.IsTruncated === 'Yes',
      duration: video?.Duration ?? general?.Duration,
      codec: video?.Format,
      profile: video?.Format_Profile,
      bitDepth: video?.BitDepth,
      chroma: video?.ChromaSubsampling,
    };
  } catch (error) {
    const isOfFilm = reader && !error.syscall;
    // A reader that failed at one file must not read the next.
    reader = undefined;
    if (!isOfFilm) throw error;
    return undefined;
  } finally {
    closeSync(file);
  }
}
