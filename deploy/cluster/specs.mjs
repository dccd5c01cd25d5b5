import { join } from 'node:path';
import { Fault } from '../local/fault.mjs';
import { ROOT, capture } from '../local/run.mjs';
import { NOTHING, add, jestCounts } from '../local/test/counts.mjs';
import { quickMarket } from './database.mjs';

/**
 * The specs by their rings: only those that use nothing but HTTP and tolerate settings and data that others have changed. The
 * remaining specs restart the product, look into its processes, or fail to sign in from one address.
 */
const SPECS = {
  'accounts-http': ['account-input'],
  accounts: ['portal-sign-in'],
  'rates-http': ['exact-rates'],
  'ads-http': ['advertisements', 'ad-refusals'],
  'whole-http': ['account-access', 'account-logos'],
  // Last, because removing a thousand shops takes longer than the set-up of another spec may.
  'whole-http-timed': ['timed-thousand-boards'],
};

/** Runs the e2e specs and one browser journey against the ingress. */
export async function runSpecs(progress, kube, harness) {
  const { release, outside, url } = harness;
  // Specs move the market further, and at other times, than a real market moves.
  const patient = ['--set', 'services.pricing.env.MARKET_STALE_AFTER_MS=3600000,services.pricing.env.MARKET_JUMP_PERCENT=100'];
  await progress.step('a patient market', () => kube.upgrade(harness, ...patient));
  const market = await quickMarket(kube, harness, 300);
  const secret = await kube.secret(`${release}-credentials`);
  const deployed = {
    url,
    mongo: market.address,
    masterKey: (await kube.secret(`${release}-master-key`))['master-key'],
    feed: `http://127.0.0.1:${await outside.forward('service/market', 28_100)}/control`,
    s3: {
      url: `http://127.0.0.1:${await kube.forward(`${release}-minio-0`, 9_000)}`,
      accessKey: 'root',
      secretKey: secret['minio-root'],
    },
  };
  let counts = NOTHING;
  try {
    for (const [ring, names] of Object.entries(SPECS)) {
      for (const name of names) {
        await progress.step(name, async () => {
          const cwd = join(ROOT, 'apps/e2e');
          const env = { ...process.env, SARAFA_DEPLOYED: JSON.stringify(deployed) };
          const args = [join(ROOT, 'deploy/local/jest.mjs'), ring, `/${name}\\.`];
          const { code, output } = await capture(process.execPath, args, { cwd, env });
          const { passed, failed, skipped } = jestCounts(join(cwd, `.results/${ring}.json`));
          counts = add(counts, { passed, failed, skipped });
          if (code !== 0) console.log(output);
          if (passed + failed === 0) throw new Fault(`${name} didn't run`);
          return `${passed} passed, ${failed} failed`;
        });
      }
    }
  } finally {
    // Sets the market's time back to the present, and the checks back to their usual limits.
    await fetch(deployed.feed, { method: 'PUT', body: JSON.stringify({ at: null }) });
    await market.end();
    kube.close();
    outside.close();
  }
  await progress.step('the usual market', () => kube.upgrade(harness));
  return counts;
}
