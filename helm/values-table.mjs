// Makes a table of a chart's values from values.yaml, whose comments are the descriptions.
import { isMap, isScalar, parseDocument, stringify } from 'yaml';

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
  return line.length > LONGEST_DEFAULT ? undefined : line;
}

/** The keys of a service are described under `defaults`. */
const shared = (path) => path.replace(/^services\.\w+\./, 'defaults.');

/**
 * The rows, `{ heading, rows: [{ path, words, default }] }` for each section, and the paths of values without a description. A
 * map without any commented key is one value, such as `nodeSelector`; if some keys of a map are commented, all have to be.
 */
export function valuesTable(text) {
  const document = parseDocument(text);
  const sections = [];
  const silent = [];
  const known = new Map();

  const visit = (map, prefix, above) => {
    for (const { key, value, heading, words } of pairsOf(map, above)) {
      const path = `${prefix}${key}`;
      if (heading) sections.push({ heading, rows: [] });
      const said = words || (path !== shared(path) && known.has(shared(path)) ? `As \`${shared(path)}\`.` : '');
      if (!said) silent.push(path);
      known.set(path, said);
      const isSection = isMap(value) && !value.flow && pairsOf(value).some((pair) => pair.words);
      if (sections.length === 0) sections.push({ rows: [] });
      sections.at(-1).rows.push({ path, words: said, default: isSection ? '' : inline(value, text) });
      if (isSection) visit(value, `${path}.`);
    }
  };
  visit(document.contents, '', document.commentBefore);
  return { sections, silent };
}

const cell = (text) => text.replaceAll('|', '\\|');

function defaultCell(value) {
  if (value === '') return '';
  return value === undefined ? 'see `values.yaml`' : `\`${cell(value)}\``;
}

/** Markdown with a heading and a table for each section. */
export function valuesMarkdown(text) {
  return valuesTable(text)
    .sections.map(({ heading, rows }) =>
      [
        ...(heading ? [`### ${heading}`, ''] : []),
        '| key | what | default |',
        '| --- | --- | --- |',
        ...rows.map(({ path, words, default: value }) => `| \`${path}\` | ${cell(words)} | ${defaultCell(value)} |`),
      ].join('\n'),
    )
    .join('\n\n');
}
