/**
 * An error that a person can do something about. Its message is shown without a stack; `output` is what a program printed
 * before it failed.
 */
export class Fault extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** Work that was stopped because something else ends the run. */
export class Stopped extends Error {}

/** Prints why something failed, and answers the exit code. */
export function tell(error) {
  if (error instanceof Fault) {
    if (error.output) console.error(error.output.trimEnd());
    console.error(`\n${error.message}`);
  } else {
    console.error(error);
  }
  return 1;
}
