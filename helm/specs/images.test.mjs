// Checks the servers' images in the chart and in compose.yaml against versions with known vulnerabilities (known-holes.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ROOT } from '../../deploy/local/run.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const holes = JSON.parse(read('helm/specs/known-holes.json'));
const { backing } = parse(read('helm/sarafa/values.yaml'));
const { services } = parse(read('deploy/compose.yaml'), { merge: true });

const pins = [
  ...Object.values(backing).flatMap(({ image }) => (image ? `${image.repository}:${image.tag}` : [])),
  ...Object.values(services)
    .map(({ image }) => image)
    .filter((image) => !image.includes('$')),
];

/** Each image once, without its registry: `mongo:8.0.17`. */
const images = [...new Set(pins.map((pin) => basename(pin)))];

/** The known holes of an image. Versions are compared from their first digit on, so one without a digit is below all others. */
function holesOf(image) {
  const [ours, version] = image.split(/:\D*/);
  const isBelow = (limit) => version.localeCompare(limit.replace(/^\D*/, ''), 'en', { numeric: true }) < 0;
  return holes.filter(({ program, below }) => program === ours && isBelow(below)).map(({ hole }) => hole);
}

describe('images of the servers', () => {
  it('are the same in the chart and in compose, and of programs whose holes are known', () => {
    assert.equal(pins.length, 6);
    const programs = new Set(holes.map(({ program }) => program));
    assert.deepEqual(images.map((image) => image.split(':')[0]).sort(), [...programs].sort());
  });

  for (const image of images) it(`${image} has no known hole`, () => assert.deepEqual(holesOf(image), []));

  it('with a hole are seen', () => {
    for (const image of ['mongo:8.0.9', 'minio:RELEASE.2025-09-07T16-13-09Z', 'nats:latest']) {
      assert.equal(holesOf(image).length, 1, image);
    }
  });
});
