// `node deploy/local/tsc.mjs ARGUMENTS...`: the compiler of TypeScript 7, which takes a quarter of the processor time of version 6.
// It is named by its path, because version 6 has a program of the same name: version 6 is what typescript-eslint,
// dependency-cruiser and Nx use as a library. With one checker, because each further one reads all types again.
process.argv.push('--checkers', '1');
await import(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url).href);
