import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|html)$/;
const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Lays `.br` and `.gz` beside every text file: the gateway sends them as they are and never compresses anything itself. */
export function compressed(): Plugin {
  return {
    name: 'sarafa-compressed',
    enforce: 'post',
    apply: 'build',
    // Vite itself still writes into chunks in this hook: before, a chunk isn't what is written to disk.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName));
        for (const output of texts) {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          const br = await asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
          this.emitFile({ type: 'asset', fileName: `${output.fileName}.br`, source: br });
          this.emitFile({ type: 'asset', fileName: `${output.fileName}.gz`, source: await asGzip(content, { level: 9 }) });
        }
      },
    },
  };
}
