// `npm start`: the whole product on this machine, with the servers that it needs. docs/configuration.md lists the settings.
import { Product } from './product.mjs';
import { Progress } from './progress.mjs';
import { Session } from './session.mjs';
import { summary } from './summary.mjs';

const session = new Session();
await session.run(async () => {
  const progress = new Progress();
  const product = new Product({ say: (text) => progress.say(text), onDeath: (reason) => session.fail(reason) });
  await session.start(progress, product, { bundled: true });
  console.log(summary(product));
});
