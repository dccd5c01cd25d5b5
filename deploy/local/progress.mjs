import { Stopped } from './fault.mjs';

const TICK_MS = 250;
/** Where lines can't be rewritten, a long step prints a reminder this often. */
const REMIND_MS = 20_000;

const seconds = (from) => ((performance.now() - from) / 1000).toFixed(1);
const terminal = process.stdout.isTTY === true;

/** Shows steps that run side by side: a line for each when it ends, and a last line with the running ones. */
export class Progress {
  steps = new Set();
  timer;

  /**
   * Runs `work(note)` as a step; `note` says what the step is doing now. A text that `work` returns is shown beside the name.
   */
  async step(name, work) {
    const step = { name, from: performance.now(), note: '', remindAt: performance.now() + REMIND_MS };
    this.steps.add(step);
    this.timer ??= setInterval(() => this.draw(), TICK_MS);
    try {
      const result = await work((note) => (step.note = note));
      this.end(step, 'ok  ', typeof result === 'string' ? result : '');
      return result;
    } catch (error) {
      this.end(step, error instanceof Stopped ? 'stop' : 'FAIL', '');
      throw error;
    }
  }

  /** Prints a line among the steps. */
  say(text) {
    this.clear();
    console.log(text);
  }

  end(step, mark, text) {
    this.steps.delete(step);
    this.say(`  ${mark} ${step.name.padEnd(24)} ${seconds(step.from).padStart(6)} s${text ? `  ${text}` : ''}`);
    if (this.steps.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  draw() {
    if (terminal) {
      const text = [...this.steps]
        .map((step) => `${step.name} ${Math.floor(Number(seconds(step.from)))} s${about(step)}`)
        .join(' | ');
      process.stdout.write(`\r\x1b[K  ...  ${text}`.slice(0, Math.max(20, process.stdout.columns || 80)));
      return;
    }
    for (const step of this.steps) {
      if (performance.now() < step.remindAt) continue;
      step.remindAt += REMIND_MS;
      console.log(`  ...  ${step.name}, ${seconds(step.from)} s so far${about(step)}`);
    }
  }

  clear() {
    if (terminal) process.stdout.write('\r\x1b[K');
  }
}

const about = ({ note }) => (note ? `: ${note}` : '');
