import 'reflect-metadata';

// Loaded afterwards: in a bundle the code of Nest that it brings along would come before what that code needs.
const { run } = await import('./run.js');
const say = (text: string) => void process.stdout.write(`${text}\n`);
process.exitCode = await run(process.argv.slice(2), process.env, say).catch(({ message }: Error) => {
  process.stderr.write(`${message}\n`);
  return 1;
});
// A server that hangs would keep its connection, and the process with it.
process.exit();
