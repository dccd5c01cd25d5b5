import { connect } from 'node:net';

/**
 * Sends bytes to the server at `url` as they are, where a client library would correct them; what came back, one character a
 * byte, until the server closed the connection.
 */
export function rawRequest(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    // A server that has refused stops reading: that the rest of the bytes finds no reader is expected.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** What a raw answer says: its status, and its body as JSON. */
export function readAnswer(answer: string): { status: number; body: unknown } {
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString();
  return { status: Number(status), body: JSON.parse(body) };
}
