import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { messages } from './messages.mjs';

/** The code of a file of `src` with all its imports in one script that is no module, which Chromium 79 needs for workers. */
export async function classicScript(path: string, target: string, define: Record<string, string> = {}): Promise<string> {
  const bundler = await rolldown({
    input: fileURLToPath(new URL(`../src/${path}`, import.meta.url)),
    platform: 'browser',
    plugins: [messages()],
    transform: { target, define: { ...define, 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundler.generate({ format: 'iife', minify: true });
  await bundler.close();
  return output[0].code;
}
