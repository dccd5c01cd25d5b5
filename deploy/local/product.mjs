import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { mustBeFree } from './backing/servers.mjs';
import { Fault } from './fault.mjs';
import { warning } from './log-lines.mjs';
import { ROOT } from './run.mjs';
import { START_DEFAULTS, setting } from './settings.mjs';
import { BUNDLED } from './start-bundle.mjs';
import { eachLine, end, endLeftover, keepPid, ready, startGuarded } from './toolkit/processes.mjs';

const START_TIMEOUT_MS = 60_000;
const KEPT_LINES = 40;
const PORT = Number(process.env.PORT ?? 8080);
/** The port of media's HTTP server, which only the gateway uses here. */
const MEDIA_PORT = Number(setting('MEDIA_PORT'));

/** The running product: all services and the gateway in one process, with the given servers. */
export class Product {
  host = process.env.HOST ?? '127.0.0.1';
  /** What the process reported while starting: the demo shop's id, the first admin. */
  told = {};
  lastLines = [];

  /** `say` gets the warnings, `onDeath` the reason why the product ended by itself. */
  constructor(data, settings, { say, onDeath }) {
    Object.assign(this, { data, say, onDeath });
    const address = { MEDIA_URL: `http://127.0.0.1:${MEDIA_PORT}` };
    // Node 22 and newer keep there what they have compiled; older ones don't know the name.
    const cache = { NODE_COMPILE_CACHE: join(ROOT, 'dist/start-cache') };
    this.env = { ...START_DEFAULTS, ...address, ...cache, ...process.env, ...settings, HOST: this.host, PORT: String(PORT) };
  }

  get url() {
    return `http://${this.host === '0.0.0.0' ? '127.0.0.1' : this.host}:${PORT}`;
  }

  /** Checked before anything is started that would have to be stopped again. */
  static async checkPorts(data) {
    await endLeftover(data.file('product.pid'), ROOT, PORT, MEDIA_PORT);
    await mustBeFree(PORT, 'the product is', 'PORT');
    await mustBeFree(MEDIA_PORT, 'the files are', 'MEDIA_PORT');
  }

  /** Resolves when the product is ready. */
  async start() {
    const log = createWriteStream(join(this.data.folder('logs'), 'product.log'), { flags: 'a', mode: 0o600 });
    const child = this.launch();
    this.child = child;
    keepPid(this.data.file('product.pid'), child.pid);
    eachLine(child, (line) => {
      log.write(`${line}\n`);
      this.read(line);
    });
    let isReady = false;
    child.on('message', (message) => {
      this.told[message.type] = message;
      if (message.type === 'ready') isReady = true;
    });
    child.once('exit', (code, signal) => {
      log.end();
      if (this.isUp && this.child === child) this.onDeath(`The product ended by itself (${signal ?? `exit code ${code}`})`);
    });
    await ready(child, () => isReady, START_TIMEOUT_MS).catch((error) => {
      throw new Fault(`The product is not ready: ${error.message}; its last words are above`, this.lastLines.join('\n'));
    });
    this.isUp = true;
  }

  launch() {
    return this.spawn([BUNDLED]);
  }

  spawn(args) {
    return startGuarded(process.execPath, args, {
      cwd: ROOT,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  }

  async stop() {
    const child = this.child;
    this.isUp = false;
    if (child) await end(child);
  }

  read(line) {
    this.lastLines.push(warning(line) ?? line);
    if (this.lastLines.length > KEPT_LINES) this.lastLines.shift();
    if (!this.isUp) return;
    const text = warning(line);
    if (text) this.say(text);
  }
}
