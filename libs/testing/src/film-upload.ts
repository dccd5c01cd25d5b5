import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const PIECE_BYTES = 65_536;

/** Pieces of one buffer, so that sending them costs the sender little. */
export function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

/** Uploads a large file as an ad of the shop that `token` belongs to. Sending it takes no more memory here than its one buffer. */
export async function uploadFilm(
  url: string,
  token: string,
  bytes: Buffer,
  { name = 'film.mp4', saysLength = true } = {},
): Promise<{ status: number; body: unknown }> {
  const [head, foot] = [
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="advertisement"; filename="${name}"\r\n\r\n`),
    Buffer.from('\r\n--b--\r\n'),
  ];
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    ...(saysLength ? { 'content-length': head.length + bytes.length + foot.length } : {}),
  };
  const asked = request(`${url}/advertisements/upload`, { method: 'POST', headers, agent: false });
  const answered = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    // A server that has refused may end the connection before the refusal's body is read.
    const read = async (answer: IncomingMessage) => ({
      status: answer.statusCode!,
      body: await json(answer).catch(() => undefined),
    });
    asked.once('error', reject).once('response', (answer) => resolve(read(answer)));
  });
  function* form() {
    yield head;
    yield* piecesOf(bytes);
    yield foot;
  }
  // A refusal may come before the end of the upload.
  await pipeline(Readable.from(form()), asked).catch(() => undefined);
  return answered;
}
