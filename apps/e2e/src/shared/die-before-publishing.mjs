// Loaded into a part before its own code: the process ends when it is about to write a key of NATS, as if it were killed between
// saving and publishing a change. The file DIES_WHEN, once it is there, has the last word of the key, as in `profile` for a
// board's profile. Everything before that moment is real.
import { existsSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';

const { DIES_WHEN } = process.env;
const { write } = Socket.prototype;

Socket.prototype.write = function (chunk, ...rest) {
  if (existsSync(DIES_WHEN)) {
    const publishes = new RegExp(`PUB \\$KV\\.[^ ]+\\.${readFileSync(DIES_WHEN, 'utf8')} `);
    if (publishes.test(Buffer.from(chunk).toString('latin1'))) process.kill(process.pid, 'SIGKILL');
  }
  return write.call(this, chunk, ...rest);
};
