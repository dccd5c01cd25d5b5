import { connect, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import type { DoctorConfig } from './doctor.app.js';
import { type Finding, GRAVE, inTime, PATIENCE_MS, reasonOf, runbook } from './finding.js';

const DAY_MS = 86_400_000;
const LEAST_DAYS = 14;
const BOARD = /\/public-view\/([0-9a-f]{24})$/;

/** The way that a TV comes: the page, and its certificate. */
export async function lookAtPublicAddress({ PUBLIC_URL }: DoctorConfig): Promise<Finding[]> {
  if (!PUBLIC_URL) return [];
  const url = new URL(PUBLIC_URL);
  const isSafe = url.protocol === 'https:';
  const looked = await Promise.all([page(url), isSafe ? certificate(url) : [withoutTls(url)]]);
  return looked.flat();
}

const withoutTls = ({ origin }: URL): Finding => ({
  grave: GRAVE.work,
  wrong: `Boards come to ${origin} without TLS, so a TV keeps no board for the next power cut.`,
  todo: 'Give the proxy a certificate, and PUBLIC_URL https://.',
});

async function page(url: URL): Promise<Finding[]> {
  try {
    const answer = await fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(PATIENCE_MS) });
    await answer.body?.cancel();
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) return [];
    const wrong = `${url.href} answers ${answer.status} and not with the page of boards.`;
    return [
      {
        grave: GRAVE.boards,
        wrong,
        todo: 'See whether the proxy sends this host to the gateway, and whether the gateway is ready.',
      },
    ];
  } catch (error) {
    const wrong = `${url.href} can't be reached: ${reasonOf(error)}.`;
    return [{ grave: GRAVE.boards, wrong, todo: 'Look at the name in DNS, at the proxy, and at its certificate.' }];
  }
}

/** Only how long it is good: a certificate that isn't trusted has kept the page from being read. */
async function certificate({ hostname, port }: URL): Promise<Finding[]> {
  const socket: TLSSocket = connect({
    host: hostname,
    port: Number(port) || 443,
    servername: hostname,
    rejectUnauthorized: false,
  });
  try {
    await inTime(once(socket, 'secureConnect'));
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    if (days >= LEAST_DAYS) return [];
    const wrong = `The certificate of ${hostname} ${days < 0 ? 'has expired' : `expires in ${days} days`}.`;
    return [
      { grave: days < 0 ? GRAVE.boards : GRAVE.risk, wrong, todo: 'Renew it, and see why it was not renewed by itself.' },
    ];
  } catch {
    // Then the page can't be reached either, which is said there.
    return [];
  } finally {
    socket.destroy();
  }
}

/** A stream begins with all that a board shows. A proxy that buffers keeps that back. */
export async function lookAtStream({ PUBLIC_URL }: DoctorConfig): Promise<Finding[]> {
  if (!PUBLIC_URL) return [];
  const url = new URL(PUBLIC_URL);
  const [, shop] = BOARD.exec(url.pathname) ?? [];
  if (!shop) return [];
  const end = new AbortController();
  const first = async () => {
    const answer = await fetch(new URL(`/boards/${shop}/events`, url), { signal: end.signal });
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      const wrong = `The stream of the board ${shop} is answered ${answer.status}.`;
      return [
        { grave: GRAVE.boards, wrong, todo: 'See that the shop exists, and that the proxy sends /boards/ to the gateway.' },
      ];
    }
    await answer.body!.getReader().read();
    return [];
  };
  try {
    return await inTime(first());
  } catch (error) {
    const wrong = `The stream of a board brings nothing through the proxy: ${reasonOf(error)}.`;
    const todo = `Turn off the proxy's buffering of answers (nginx: \`proxy_buffering off\`); ${runbook('Install')}.`;
    return [{ grave: GRAVE.boards, wrong, todo }];
  } finally {
    end.abort();
  }
}
