// `npm run test:fuzz [-- --seed N --requests N]`: sends unusual requests to the whole product on real servers. No input
// whatever may be answered with 5xx, except for a refusal with `Retry-After`. Fails with what was found, and how to send it
// again.
import { parseArgs } from 'node:util';
import { FuzzedProduct } from './fuzzed-product.mjs';
import { rawFuzz } from './raw-fuzz.mjs';
import { schemathesis } from './schemathesis.mjs';

const { values } = parseArgs({ options: { seed: { type: 'string' }, requests: { type: 'string', default: '20000' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const requests = Number(values.requests);

console.log(`seed ${seed}, at least ${requests} requests`);
const product = new FuzzedProduct();
try {
  await product.start();
  for (const role of ['admin', 'shop', 'nobody']) {
    const before = product.requests;
    await schemathesis(product, role, seed, Math.ceil(requests / 6));
    console.log(`schemathesis as ${role}: ${product.requests - before} requests`);
  }
  const left = Math.max(Math.ceil(requests / 3), requests - product.requests);
  await rawFuzz(product, seed, left);
  console.log(`raw sockets: ${left} requests`);
  await product.checkHealth();
} finally {
  await product.end();
}
const statuses = [...product.statuses]
  .sort(([a], [b]) => a - b)
  .map(([status, count]) => `${count} x ${status || 'no answer'}`);
console.log(`${product.requests} requests: ${statuses.join(', ')}`);
for (const { why, request, answer, log } of product.faults.slice(0, 20))
  console.log(`\n=== ${why}\n${request}\n--- answer\n${answer}\n--- log\n${log}`);
console.log(`${product.faults.length} faults (seed ${seed})`);
process.exit(product.faults.length > 0 ? 1 : 0);
