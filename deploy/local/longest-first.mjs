import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** A time-out of a minute and more that a test sets for itself. */
const LONG = /^ *\}, \d{3}_000\);$/m;

/**
 * Jest's order, but a spec with a test that takes a minute or two begins first, so that the others run beside it. On a new machine
 * Jest knows no durations and goes by the size of the files, which puts such specs last.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const usual = super.sort(tests);
    const isLong = ({ path }) => LONG.test(readFileSync(path, 'utf8'));
    return [...usual.filter(isLong), ...usual.filter((test) => !isLong(test))];
  }
}
