import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { mustBeFree, portFor, portSet } from './backing/servers.mjs';
import { BUNDLED } from './build.mjs';
import { Fault } from './fault.mjs';
import { warning } from './log-lines.mjs';
import { ROOT } from './run.mjs';
import { START_DEFAULTS } from './settings.mjs';
import { eachLine, end, endLeftover, keepPid, ready, startGuarded } from './toolkit/processes.mjs';

const START_TIMEOUT_MS = 60_000;
const KEPT_LINES = 40;
const PORT = portSet('PORT') || 8080;

/** The running product: all services and the gateway in one process, with the given servers. */
export class Product {
  host = process.env.HOST ?? '127.0.0.1';
  /** What the process reported while starting: the demo shop's id, the first admin. */
  told = {};
  lastLines = [];

  /** `say` gets the warnings, `onDeath` the reason why the product ended by itself. */
  constructor({ say, onDeath }) {
    this.say = say;
    this.onDeath = onDeath;
  }

  get url() {
    return this.urlOf(PORT);
  }

  get metricsUrl() {
    return `${this.urlOf(this.env.METRICS_PORT)}/metrics`;
  }

  urlOf(port) {
    return `http://${['0.0.0.0', '::'].includes(this.host) ? '127.0.0.1' : this.host}:${port}`;
  }

  /** Ends what an earlier run has left, and chooses the ports, before anything is started that would have to be stopped again. */
  async choosePorts(data) {
    this.data = data;
    await endLeftover(data.file('product.pid'), ROOT, PORT, portSet('MEDIA_PORT'), portSet('METRICS_PORT'));
    await mustBeFree(PORT, 'the product is', 'PORT');
    const [media, metrics] = [await portFor('MEDIA_PORT', 'the files are'), await portFor('METRICS_PORT', 'the metrics are')];
    const ports = { PORT: String(PORT), MEDIA_PORT: String(media), METRICS_PORT: String(metrics) };
    // Node 22 and newer keep there what they have compiled; older ones don't know the name.
    const cache = { NODE_COMPILE_CACHE: join(ROOT, 'dist/start-cache') };
    const MASTER_KEY = data.secret('master-key', () => randomBytes(32).toString('base64')).value;
    const defaults = { ...START_DEFAULTS, MASTER_KEY, MEDIA_URL: `http://127.0.0.1:${media}`, ...cache };
    this.env = { ...defaults, ...process.env, ...ports, HOST: this.host };
  }

  /** Resolves when the product is ready. `settings` say where the servers are. */
  async start(settings) {
    Object.assign(this.env, settings);
    const log = createWriteStream(join(this.data.folder('logs'), 'product.log'), { flags: 'a', mode: 0o600 });
    const child = this.launch();
    this.child = child;
    keepPid(this.data.file('product.pid'), child.pid);
    eachLine(child, (line) => {
      log.write(`${line}\n`);
      this.read(line);
    });
    let isReady = false;
    child.on('message', (/** @type {{ type: string }} */ message) => {
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
