// Checks the servers' images in the chart and in compose.yaml against versions with known vulnerabilities (known-holes.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The program of an image: `mongo` for `docker.io/library/mongo:8.0.17`. */
const programOf = (pin) => /([^/]+):[^/]*$/.exec(pin)[1];
const versionOf = (pin) => pin.slice(pin.lastIndexOf(':') + 1);

/** The numbers of a version in order, whatever separates them: `2.14.9-alpine`, `RELEASE.2025-10-15T17-29-55Z`. */
const numbers = (version) => (version.match(/\d+/g) ?? []).map(Number);

function isBelow(version, limit) {
  const [ours, theirs] = [numbers(version), numbers(limit)];
  const at = theirs.findIndex((number, index) => (ours[index] ?? 0) !== number);
  return at >= 0 && (ours[at] ?? 0) < theirs[at];
}

const faultsOf = (pin) =>
  holes.filter(({ program, below }) => program === programOf(pin) && isBelow(versionOf(pin), below)).map(({ hole }) => hole);

describe('images of the servers', () => {
  it('are all known by name', () => {
    const known = new Set(holes.map(({ program }) => program));
    assert.equal(pins.length, 6);
    assert.deepEqual(
      pins.filter((pin) => !known.has(programOf(pin))),
      [],
    );
  });

  for (const pin of pins) it(`${pin} has no known hole`, () => assert.deepEqual(faultsOf(pin), []));

  it('are the same in the chart and in compose', () => {
    for (const program of new Set(pins.map(programOf))) {
      const versions = pins.filter((pin) => programOf(pin) === program).map(versionOf);
      assert.equal(new Set(versions).size, 1, `${program}: ${versions.join(', ')}`);
    }
  });

  it('with a hole are seen', () => {
    assert.equal(faultsOf('mongo:8.0.13').length, 1);
    assert.equal(faultsOf('docker.io/minio/minio:RELEASE.2025-09-07T16-13-09Z').length, 1);
    assert.equal(faultsOf('docker.io/library/nats:2.9.25-alpine').length, 1);
    assert.equal(faultsOf('mongo:8.0.17').length, 0);
    assert.equal(faultsOf('mongo:9.0.0').length, 0);
  });

  it('stand in a list with dates', () => {
    for (const { since, hole } of holes) assert.match(`${since} ${hole}`, /^\d{4}-\d\d-\d\d CVE-\d{4}-\d+: ./);
  });
});
