// `npm run dev`: the product from its sources. A change of the server restarts the server; a change of the web app shows
// without a restart.
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../fault.mjs';
import { Progress } from '../progress.mjs';
import { ROOT } from '../run.mjs';
import { Session } from '../session.mjs';
import { setting } from '../settings.mjs';
import { summary } from '../summary.mjs';
import { listens, portOf } from '../toolkit/ports.mjs';
import { eachLine, end, startGuarded } from '../toolkit/processes.mjs';
import { DevProduct } from './product.mjs';

/** The next free one is taken where another checkout has this one and nobody has set it. */
const WEB_PORT = Number(setting('WEB_PORT'));
const isPortSet = Boolean(process.env.WEB_PORT);
const WEB = join(ROOT, 'apps/web');

const session = new Session();
const progress = new Progress();
const say = (text) => progress.say(text);

await session.run(async () => {
  // Sooner than the first admin, whose password is shown only once.
  if (isPortSet && (await listens(WEB_PORT))) throw new Fault(`WEB_PORT: ${WEB_PORT} is in use; name another port`);
  const product = new DevProduct({ say, onDeath: (reason) => say(`${reason}; it starts again on the next change`) });
  await session.start(progress, product, { web: false });
  const url = await startWeb(product.url);
  session.add(await restartOnChange(product));
  session.add(await watchTypes());
  console.log(summary(product, url));
});

/** Imported here, because these modules need the npm packages. */
async function restartOnChange(product) {
  const { watchSources } = await import('./sources.mjs');
  let last = Promise.resolve();
  const restart = async (files) => {
    const from = performance.now();
    await product.restart().then(
      () => say(`restarted in ${((performance.now() - from) / 1000).toFixed(1)} s: ${files.join(', ')}`),
      (error) => say(`${error.output ?? ''}\n${error.message}; it starts again on the next change`),
    );
  };
  const close = watchSources(
    (files) => (last = last.then(() => restart(files))),
    (error) => say(error.message),
  );
  return async () => close();
}

async function startWeb(gatewayUrl) {
  const [{ createServer }, { devProxy }] = await Promise.all([import('vite'), import('./proxy.mjs')]);
  const server = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    // The dev server's plugin chooses the pages, so Vite must not.
    appType: 'mpa',
    plugins: [devProxy(gatewayUrl, WEB)],
    server: { host: '127.0.0.1', port: WEB_PORT, strictPort: isPortSet },
    logLevel: 'warn',
  });
  await server.listen().catch((error) => {
    throw new Fault(`The web server does not start: ${error.message}. WEB_PORT names another port`);
  });
  session.add(() => server.close());
  return `http://127.0.0.1:${portOf(server.httpServer)}`;
}

/** Prints type errors, some seconds after the change. */
async function watchTypes() {
  // The compiler itself, because a process of Node in front of it would leave it running.
  const { default: compiler } = await import('../../../node_modules/typescript-7/lib/getExePath.js');
  const args = ['-b', '--watch', '--preserveWatchOutput', 'apps/standalone'];
  const tsc = startGuarded(compiler(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  // Runs at a low priority, because people wait for the restart.
  setPriority(tsc.pid, constants.priority.PRIORITY_LOW);
  eachLine(tsc, (line) => {
    if (/error TS\d+|Found [1-9]/.test(line)) say(line);
  });
  return () => end(tsc);
}
