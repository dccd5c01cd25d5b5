/**
 * Runs at most `width` steps at a time, each once the steps that it needs have succeeded, and a step that is `alone` by itself.
 * The `background` steps run beside these, one after the other, and a `last` step beside none. `run(step)` answers whether the
 * step succeeded; a step whose needs failed goes to `skip` instead.
 */
export async function schedule(steps, width, run, skip) {
  const waiting = new Set(steps);
  const running = new Map();
  const outcomes = new Map();
  const needs = ({ needs: names = [] }) => names.map((name) => outcomes.get(name));

  const mayStart = (step) => {
    if (needs(step).includes(undefined)) return false;
    if (step.last) return running.size === 0 && [...waiting].every(({ last }) => last);
    const beside = [...running.keys()].filter(({ background = false }) => background === (step.background ?? false));
    if (step.background || step.alone) return beside.length === 0;
    return beside.length < width && !beside.some(({ alone }) => alone);
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
