import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programOf } from '../local/backing/programs.mjs';
import { capture } from '../local/run.mjs';
import { relay } from './relay.mjs';

/** Has schemathesis send everything that the API's documentation describes, valid and invalid, with the token of `role`. */
export async function schemathesis(product, role, seed, requests) {
  const program = await programOf('schemathesis', (text) => console.log(`schemathesis: ${text}`));
  const { paths } = await (await fetch(`${product.url}/docs/openapi.json`)).json();
  const operations = Object.values(paths).flatMap(Object.keys).length;
  const proxy = await relay(product, role);
  // schemathesis stores its findings in the current folder. Each run gets a new folder, so that its requests depend on the seed
  // alone.
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  const { code, output } = await capture(
    program,
    [
      ...[
        'run',
        `${proxy.url}/docs/openapi.json`,
        '--url',
        proxy.url,
        '--checks',
        'not_a_server_error',
        '--continue-on-failure',
      ],
      ...['--seed', String(seed), '--max-examples', String(Math.ceil(requests / operations)), '--phases', 'coverage,fuzzing'],
      ...['--no-shrink', '--generation-database', 'none', '--suppress-health-check', 'all', '--request-timeout', '30'],
      ...['--workers', '4', '--no-color', '--warnings', 'off'],
    ],
    { cwd: folder, env: { ...process.env, PYTHONPATH: dirname(dirname(program)) } },
  );
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
  // Code 1 means that it found something, which the relay has recorded as well.
  if (code > 1) throw new Error(`schemathesis ended with ${code}:\n${output.slice(-4_000)}`);
}
