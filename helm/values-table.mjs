// Makes a table of the chart's values from values.yaml, whose comments are the descriptions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { isMap, isScalar, parseDocument, stringify } from 'yaml';

const CHART = join(import.meta.dirname, 'sarafa');
export const README = join(CHART, 'README.md');
export const VALUES = readFileSync(join(CHART, 'values.yaml'), 'utf8');
/** The lines of the README around the table. */
const PLACE = /(?<=^<!-- values: .*-->\n)[^]*(?=^<!-- end of values -->$)/m;

const HEADING = /^== (.+)$/;
/** A longer default would make the column too wide. */
const LONGEST_DEFAULT = 100;

/** Splits a block of comments above a key into the headings and the description, which is next to the key. */
function readComment(text = '') {
  const lines = text.split('\n').map((line) => line.trim());
  const heading = lines.map((line) => HEADING.exec(line)?.[1]).findLast(Boolean);
  const words = lines.slice(lines.findLastIndex((line) => line === '' || HEADING.test(line)) + 1).join(' ');
  return { heading, words };
}

/**
 * `[{ key, value, heading, words }]` of a map. The yaml library keeps the comment above a map's first key with the map itself.
 */
function pairsOf(map, above) {
  return map.items.map(({ key, value }, index) => {
    const comments = [index === 0 ? [above, map.commentBefore] : [], key.commentBefore].flat().filter(Boolean);
    return { key: key.value, value, ...readComment(comments.join('\n\n')) };
  });
}

/** A value as it is written, or as it would be in one line. */
function inline(node, text) {
  const written = isScalar(node) || node.flow ? text.slice(node.range[0], node.range[1]) : undefined;
  const line = written ?? stringify(node.toJSON(), { collectionStyle: 'flow', singleQuote: true, lineWidth: 0 }).trim();
  return line.length > LONGEST_DEFAULT ? 'see `values.yaml`' : `\`${line}\``;
}

/** The keys of a service are described under `defaults`. */
const shared = (path) => path.replace(/^services\.\w+\./, 'defaults.');

/**
 * The Markdown with a heading and a table for each section, and the paths of values without a description (`silent`). A map
 * without any commented key is one value, such as `nodeSelector`; if some keys of a map are commented, all have to be.
 */
export function valuesTable(text) {
  const document = parseDocument(text);
  const markdown = [];
  const silent = [];
  const known = new Set();

  const visit = (map, prefix, above) => {
    for (const { key, value, heading, words } of pairsOf(map, above)) {
      const path = `${prefix}${key}`;
      if (heading) markdown.push('', `### ${heading}`, '', '| key | what | default |', '| --- | --- | --- |');
      const said = words || (known.has(shared(path)) ? `As \`${shared(path)}\`.` : '');
      if (!said) silent.push(path);
      known.add(path);
      const isSection = isMap(value) && !value.flow && pairsOf(value).some((pair) => pair.words);
      const cells = [`\`${path}\``, said, isSection ? '' : inline(value, text)];
      markdown.push(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
      if (isSection) visit(value, `${path}.`);
    }
  };
  visit(document.contents, '', document.commentBefore);
  return { markdown: markdown.join('\n'), silent };
}

/** The chart's README with the table of today's values. */
export async function readmeWithTable() {
  const readme = readFileSync(README, 'utf8');
  if (!PLACE.test(readme)) throw new Error(`${README} has lost the comments around its table of values`);
  const text = readme.replace(PLACE, () => `${valuesTable(VALUES).markdown}\n\n`);
  return format(text, { ...(await resolveConfig(README)), filepath: README });
}
