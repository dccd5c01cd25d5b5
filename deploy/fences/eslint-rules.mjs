import { basename } from 'node:path';

/** Kebab-case and then roles: `board-store.ts`, `users.app.ts`, `rates.int-spec.ts`. */
const FILE_NAME = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/;
const SUPPRESSION = /^\s*(eslint-disable|@ts-expect-error|prettier-ignore)/;
/** ESLint's own comments give the reason after `--`, the others after a colon. */
const REASON = /(\s--\s+|:\s*)\S.{9,}/s;

/** Every file name is in kebab-case, so that nobody has to look for a file in two spellings. */
const kebabFileName = {
  meta: { type: 'suggestion', messages: { name: '{{name}} is not kebab-case' }, schema: [] },
  create: (context) => ({
    Program(node) {
      const name = basename(context.filename);
      if (!FILE_NAME.test(name)) context.report({ node, messageId: 'name', data: { name } });
    },
  }),
};

/** A comment that switches a rule off has to give a reason. */
const reasonedSuppression = {
  meta: { type: 'suggestion', messages: { why: 'Say why: "-- the reason" after the rule\'s name' }, schema: [] },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (SUPPRESSION.test(comment.value) && !REASON.test(comment.value))
          context.report({ loc: comment.loc, messageId: 'why' });
      }
    },
  }),
};

export const fences = { rules: { 'kebab-file-name': kebabFileName, 'reasoned-suppression': reasonedSuppression } };
