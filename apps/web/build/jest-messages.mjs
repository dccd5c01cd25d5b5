import { compileMessages, LANGUAGE_FILE } from './messages.mjs';

/** Specs get the same compiled messages as the bundle. */
export default {
  process: (text, path) => ({ code: LANGUAGE_FILE.test(path) ? compileMessages(text, path) : text }),
};
