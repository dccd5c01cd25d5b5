import { fileURLToPath } from 'node:url';

/** What is loaded into a part, by Node's `--import`, that is to die when it writes what the file `DIES_WHEN` says. */
export const DIE_WHEN_WRITING = fileURLToPath(new URL('../fixtures/die-when-writing.mjs', import.meta.url));
