import type { DatabaseRepository } from './database.repository.js';
import type { Manifest } from './manifest.js';
import { drain, joined, Tally } from './streams.js';
import type { Vault } from './vault.js';

/** Restores a backup into `scratch`, reads it back, and reads each file of it. Throws for the first thing that isn't as the manifest says. */
export async function verify(scratch: DatabaseRepository, vault: Vault, id?: string): Promise<Manifest> {
  const manifest = await vault.manifest(id);
  await scratch.drop();
  try {
    for (const collection of manifest.collections) {
      const { name, count, sha256 } = collection;
      const stored = await scratch.fill(collection, vault.collection(manifest, collection));
      // What has expired since the backup would vanish while it is compared.
      await scratch.index(collection, false);
      const tally = new Tally();
      await drain(tally.of(joined(scratch.documents(name))));
      if (stored !== count || tally.sha256() !== sha256)
        throw new Error(`The collection ${name} of the backup ${manifest.id} is not the same when it is restored`);
    }
    for (const file of manifest.files) await drain(vault.file(file));
  } finally {
    await scratch.drop();
  }
  return manifest;
}
