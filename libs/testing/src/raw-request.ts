import { connect } from 'node:net';

/**
 * Sends bytes to the server at `url` unchanged, where a client library would correct them. Answers what came back until the
 * server closed the connection, one character for each byte.
 */
export function rawRequest(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    // A server that has refused stops reading, so an error for the rest of the bytes is expected.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** The status of a raw answer, and its body as JSON. */
export function readAnswer(answer: string): { status: number; body: unknown } {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString();
  return { status: Number(status), body: JSON.parse(body) };
}
