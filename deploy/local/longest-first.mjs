import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** Marks a spec that takes about a minute and more. */
const FIRST = /^\/\*\* @first \*\/$/m;

/**
 * Jest's order, but a spec that is marked so begins first, so that the others run beside it. On a new machine
 * Jest knows no durations and goes by the size of the files, which puts such specs last.
 */
// @ts-expect-error: its types are those of the CommonJS form alone.
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const usual = super.sort(tests);
    const isFirst = ({ path }) => FIRST.test(readFileSync(path, 'utf8'));
    return [...usual.filter(isFirst), ...usual.filter((test) => !isFirst(test))];
  }
}
