import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|html)$/;
const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` file beside every text file. The gateway sends these as they are and compresses no files itself.
 */
export function compressed(): Plugin {
  return {
    name: 'sarafa-compressed',
    enforce: 'post',
    apply: 'build',
    // The hook runs after Vite's own, because Vite still changes chunks in this hook, and the compressed file must equal the
    // chunk on disk.
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
