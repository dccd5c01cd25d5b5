import 'reflect-metadata';

// Loaded afterwards: in a bundle the code of Nest that it brings along would come before what that code needs.
const { run } = await import('./run.js');
await run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
