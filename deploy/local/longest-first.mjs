import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** Marks a spec that takes about a minute and more. */
const LONG = /^\/\*\* @long \*\/$/m;

/**
 * Jest's order, but a spec that is marked as long begins first, so that the others run beside it. On a new machine
 * Jest knows no durations and goes by the size of the files, which puts such specs last.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const usual = super.sort(tests);
    const isLong = ({ path }) => LONG.test(readFileSync(path, 'utf8'));
    return [...usual.filter(isLong), ...usual.filter((test) => !isLong(test))];
  }
}
