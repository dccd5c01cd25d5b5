// Checks the roles in the trial's MongoDB against the collections that the services have.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { SERVICES } from '../../deploy/images/bundle.mjs';
import { ROOT } from '../../deploy/local/run.mjs';
import { sourcesOf } from './product-sources.mjs';

const setup = readFileSync(join(ROOT, 'helm/sarafa/files/mongodb-setup.js'), 'utf8');
const [, literal] = /const COLLECTIONS = (\{.*?\n\});/s.exec(setup);
const granted = new Function(`return ${literal}`)();

/** A collection is named in a schema, as a table where a library has the schema, or as a service's part of the log. */
const NAMED = /collection: '(\w+)'|const TABLE = '(\w+)'|super\(connection, '(\w+)'/g;

function collectionsOf(app) {
  const named = sourcesOf(`apps/${app}`).flatMap((text) => [...text.matchAll(NAMED)]);
  return named.map(([, schema, table, log]) => schema ?? table ?? log).sort();
}

/** The gateway has no database. */
const apps = SERVICES.filter((name) => name !== 'gateway');

for (const app of apps) {
  it(`${app} may reach its own collections in MongoDB, and no others`, () => {
    assert.ok(collectionsOf(app).length > 0);
    assert.deepEqual([...granted[app]].sort(), collectionsOf(app));
  });
}

it('nobody else has a role', () => {
  assert.deepEqual(Object.keys(granted).sort(), apps.toSorted());
});
