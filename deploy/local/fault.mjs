/** What a person can do something about: its message is shown without a stack. `output` is what a program said before it failed. */
export class Fault extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** Work that was given up because something else ends the run. */
export class Stopped extends Error {}

/** Shows why something failed and gives the exit code. */
export function tell(error) {
  if (error instanceof Fault) {
    if (error.output) console.error(error.output.trimEnd());
    console.error(`\n${error.message}`);
  } else {
    console.error(error);
  }
  return 1;
}
