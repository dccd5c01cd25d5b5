// Proves that comments and documents cite rules by the numbers of docs/rules.md, and no document that isn't in the repository.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../local/run.mjs';

/** This folder holds examples of wrong citations. */
const LEFT_OUT = /^(node_modules|dist|\.git|\.nx|\.data|\.cache|\.results|fences)$/;

/** Where the comments of a file stand, by the ending of its name. A document is read as a whole. */
const COMMENTS = {
  ts: /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g,
  yaml: /#.*|\{\{-? *\/\*[\s\S]*?\*\//g,
  md: /[\s\S]+/g,
};
const SAME_AS = { tsx: 'ts', mjs: 'ts', cjs: 'ts', css: 'ts', tpl: 'yaml', sh: 'yaml', conf: 'yaml' };

/** The product's specification and its rulings stay outside of the repository; no reader could look such a number up. */
const OUTSIDE = /\brulings?\b|\bspecification\b|\bspec \d+/gi;
const CITATION = /\brules? (\d+\.\d+(?:(?:,| and| to|, and) \d+\.\d+)*)/gi;

const rules = [...readFileSync(join(ROOT, 'docs/rules.md'), 'utf8').matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(
  ([, number]) => number,
);

/** What a file of that ending cites wrongly. */
function wrongCitations(text, ending) {
  const comments = (text.match(COMMENTS[SAME_AS[ending] ?? ending]) ?? []).map((comment) =>
    comment.replace(/\s*\n\s*(\*|\/\/|#)?\s*/g, ' '),
  );
  return comments.flatMap((comment) => {
    const cited = [...comment.matchAll(CITATION)].flatMap(([, numbers]) => numbers.match(/\d+\.\d+/g));
    return [
      ...(comment.match(OUTSIDE) ?? []),
      ...cited.filter((number) => !rules.includes(number)).map((number) => `rule ${number}`),
    ];
  });
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Paths in the text of a document, as `apps/web/src/languages`. A star, or what is in angle brackets or braces, is any name. */
const PATH = /`((?:apps|libs|deploy|helm|docs)\/[\w./*{},<>-]+)`/g;
/** A link to a file of the repository. */
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g;
/** In words. */
const LONGEST_DECISION = 120;
const isThere = (path) => {
  const [first, ...others] = path.replace(/\/$/, '').split('/');
  const found = (folder, /** @type {string[]} */ [name, ...rest]) => {
    if (name === undefined) return true;
    if (!/[*<{]/.test(name)) return existsSync(join(folder, name)) && found(join(folder, name), rest);
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => rest.length === 0 || entry.isDirectory());
    return names.some((entry) => found(join(folder, entry.name), rest));
  };
  return found(ROOT, [first, ...others]);
};

describe('documents', () => {
  const below = (folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`);
  const documents = [...readdirSync(ROOT), ...below('docs')].filter((name) => name.endsWith('.md'));
  const read = (name) => readFileSync(join(ROOT, name), 'utf8');

  it('name no path that is not there', () => {
    const named = documents.flatMap((name) => [...read(name).matchAll(PATH)].map(([, path]) => [name, path]));
    assert.ok(named.length > 50);
    assert.deepEqual(
      named.filter(([, path]) => !isThere(path)),
      [],
    );
    assert.deepEqual(['apps/web/nowhere', 'apps/*/nowhere', 'libs/contracts/src/<name>.tsx/x'].filter(isThere), []);
  });

  it('link to no document that is not there', () => {
    const links = documents.flatMap((name) => [...read(name).matchAll(LINK)].map(([, link]) => [name, link]));
    assert.ok(links.length > 20);
    assert.deepEqual(
      links.filter(([name, link]) => !existsSync(join(ROOT, name, '..', link))),
      [],
    );
  });

  it('have decisions that are short, each in a file of the index', () => {
    const decisions = documents.filter((name) => name.startsWith('docs/decisions/') && !name.endsWith('/README.md'));
    const long = decisions.flatMap((name) =>
      read(name)
        .split(/^## /m)
        .slice(1)
        .map((entry) => entry.split(/\n([^]*)/))
        .map(([heading, text]) => /** @type {const} */ ([name, heading, text.trim().split(/\s+/).length]))
        .filter(([, , words]) => words > LONGEST_DECISION),
    );
    assert.deepEqual(long, []);
    const index = [...read('docs/decisions/README.md').matchAll(LINK)].map(([, link]) => `docs/decisions/${link}`);
    assert.deepEqual(decisions.toSorted(), index.filter((name) => !name.includes('..')).toSorted());
  });
});

describe('citations of rules', () => {
  it('each name a rule that docs/rules.md has', () => {
    const wrong = [...filesBelow(ROOT)].flatMap((path) => {
      const ending = path.split('.').pop();
      if (!(ending in COMMENTS) && !(ending in SAME_AS)) return [];
      return wrongCitations(readFileSync(path, 'utf8'), ending).map((found) => `${relative(ROOT, path)}: ${found}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('a number stands for one rule', () => {
    assert.ok(rules.length > 50);
    assert.deepEqual(rules, [...new Set(rules)]);
  });

  it('a wrong one is found in each kind of file', () => {
    assert.deepEqual(wrongCitations('/** Said twice (rules 1.1 and\n * 99.1). */\nspec(9); // by rulings 3', 'tsx'), [
      'rule 99.1',
      'rulings',
    ]);
    assert.deepEqual(wrongCitations("const text = 'the rulings';", 'mjs'), []);
    assert.deepEqual(wrongCitations('port: 80 # spec 9\n{{- /* rule 99.2 */}}', 'yaml'), ['spec 9', 'rule 99.2']);
    assert.deepEqual(wrongCitations('As rule 1.1 says, and rule 0.1.', 'md'), ['rule 0.1']);
  });
});
