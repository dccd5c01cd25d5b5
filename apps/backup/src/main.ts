import 'reflect-metadata';

// Loaded afterwards: in a bundle the code of Nest that it brings along would come before what that code needs.
const [{ dropBuffersSoon }, { run }] = await Promise.all([import('@sarafa/server'), import('./run.js')]);
dropBuffersSoon();
const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
await run(process.argv.slice(2), process.env, say).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
