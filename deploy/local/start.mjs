// `npm start`: the whole product on this machine, with the servers that it needs. docs/configuration.md lists the settings.
import { Product } from './product.mjs';
import { Progress } from './progress.mjs';
import { Session } from './session.mjs';
import { summary } from './summary.mjs';

const session = new Session();
await session.run(async () => {
  const progress = new Progress();
  const { data, settings } = await session.prepare(progress, { bundled: true });
  const product = new Product(data, settings, {
    say: (text) => progress.say(text),
    onDeath: (reason) => session.fail(reason),
  });
  session.add(() => product.stop());
  await progress.step('product', () => product.start());
  console.log(summary(product));
});
