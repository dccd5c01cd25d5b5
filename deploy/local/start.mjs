// `npm start`: the whole product on this machine, with the servers that it needs. The README lists the settings.
import { Backing } from './backing/servers.mjs';
import { build } from './build.mjs';
import { DataDir } from './data-dir.mjs';
import { checkNode, npmPackages } from './npm-packages.mjs';
import { Product } from './product.mjs';
import { Progress } from './progress.mjs';
import { Session } from './session.mjs';
import { summary } from './summary.mjs';

const session = new Session();
await session.run(async () => {
  checkNode();
  const data = new DataDir();
  await data.claim();
  await Product.checkPort(data);
  const progress = new Progress();
  const fail = (reason) => session.fail(reason);

  const backing = new Backing(data, fail);
  session.add(() => backing.stop());
  // Setting up MongoDB needs a driver from the npm packages.
  const packages = npmPackages(progress);
  const servers = Promise.all([packages, backing.install(progress)]);
  await Promise.all([
    packages.then(() => build(progress, { bundled: true })),
    servers.then(() => progress.step('servers', () => backing.start())),
  ]);

  const product = new Product(data, backing.settings, { say: (text) => progress.say(text), onDeath: fail });
  session.add(() => product.stop());
  await progress.step('product', () => product.start());
  console.log(summary(product));
});
