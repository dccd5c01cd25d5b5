// Checks the roles in the trial's MongoDB against the collections that the services have.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { ROOT } from '../../deploy/local/run.mjs';

const setup = readFileSync(join(ROOT, 'helm/sarafa/files/mongodb-setup.js'), 'utf8');
const [, literal] = /const COLLECTIONS = (\{.*?\n\});/s.exec(setup);
const granted = new Function(`return ${literal}`)();

/** A collection is named in a schema, or as a table where a library has the schema. */
const NAMED = /collection: '(\w+)'|const TABLE = '(\w+)'/g;

function collectionsOf(app) {
  const folder = join(ROOT, 'apps', app, 'src');
  const sources = readdirSync(folder, { recursive: true }).filter((name) => /(?<!spec)\.ts$/.test(name));
  const texts = sources.map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, schema, table]) => schema ?? table)).sort();
}

for (const app of ['auth', 'users', 'pricing', 'media', 'settings']) {
  it(`${app} may reach its own collections in MongoDB, and no others`, () => {
    assert.ok(collectionsOf(app).length > 0);
    assert.deepEqual([...granted[app]].sort(), collectionsOf(app));
  });
}

it('nobody else has a role', () => {
  assert.deepEqual(Object.keys(granted).sort(), ['auth', 'media', 'pricing', 'settings', 'users']);
});
