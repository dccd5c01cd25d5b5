/**
 * Runs steps at most `width` at a time, each once those it needs have succeeded, one that is `alone` by itself. `run(step)`
 * tells whether it succeeded; a step whose needs failed goes to `skip` instead.
 */
export async function schedule(steps, width, run, skip) {
  const waiting = new Set(steps);
  const running = new Map();
  const outcomes = new Map();
  const needs = ({ needs: names = [] }) => names.map((name) => outcomes.get(name));

  const mayStart = (step) => {
    if (running.size >= width || needs(step).includes(undefined)) return false;
    const aloneNow = [...running.keys()].some(({ alone }) => alone);
    return !aloneNow && (!step.alone || running.size === 0);
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
