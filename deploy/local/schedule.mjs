/** The steps of this lane run beside those of all lanes. */
export const BACKGROUND = 'background';

/**
 * Runs each step once the steps that it needs have succeeded, beside steps of its own `lane` and of the background alone; `widths`
 * says how many steps of a lane run at a time. `run(step)` answers whether the step succeeded; a step whose needs failed goes to
 * `skip` instead.
 */
export async function schedule(steps, widths, run, skip) {
  const waiting = new Set(steps);
  const running = new Map();
  const outcomes = new Map();
  const needs = ({ needs: names = [] }) => names.map((name) => outcomes.get(name));

  const mayStart = (step) => {
    if (needs(step).includes(undefined)) return false;
    const beside = [...running.keys()].filter(({ lane }) => (lane === BACKGROUND) === (step.lane === BACKGROUND));
    return beside.length < widths[step.lane] && beside.every(({ lane }) => lane === step.lane);
  };
  const next = () => {
    for (const step of waiting) {
      if (needs(step).includes(false)) {
        waiting.delete(step);
        outcomes.set(step.name, false);
        skip(step);
      } else if (mayStart(step)) {
        waiting.delete(step);
        const done = run(step).then((succeeded) => {
          outcomes.set(step.name, succeeded);
          running.delete(step);
        });
        running.set(step, done);
      }
    }
  };
  for (next(); running.size > 0; next()) await Promise.race(running.values());
}
