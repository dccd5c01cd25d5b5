import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { evidenceOf } from '../evidence.mjs';
import { ROOT } from '../run.mjs';

/** With these a single failure fits into the last 40 lines of a run, which is what many CIs show. */
const MESSAGE_LINES = 25;
const LOG_LINES = 6;
/** A line of Jest's excerpt from the spec, and how many of these there are. */
const CODE = /^ *>? *(\d+)? \| /;
const CODE_LINES = 7;
const WIDTH = 200;
/** The others are named only; their messages are in the file. */
const SHOWN = 8;
const LISTED = 12;
const ALL = join(ROOT, '.results/failures.txt');

const fromRoot = (path) => relative(ROOT, path);

/**
 * The failures in a result file of Jest: what failed, the message with its piece of code, and what was kept of that moment. Read
 * from the message of each spec file, because only this one has the code.
 */
export function jestFailures(resultFile) {
  const project = dirname(dirname(resultFile));
  const ring = basename(resultFile, '.json');
  const { testResults } = JSON.parse(readFileSync(resultFile, 'utf8'));
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file, message }) => {
      const [, ...parts] = stripVTControlCharacters(message).split(/^ {2}● /m);
      return (parts.length > 0 ? parts : [`Jest failed\n${message}`]).map((part) => {
        const [name, ...lines] = part.split('\n');
        return { where: fromRoot(file), name, lines: shortened(lines), ...evidenceOf(project, ring, file, name) };
      });
    });
}

/** The failures in a report of `node --test`, which is TAP with the details in YAML. */
export function tapFailures(where, report) {
  const found = [];
  for (const [, indent, name, rest] of report.matchAll(/^( *)not ok \d+ - (.*)\n([\s\S]*?)^ *\.\.\.$/gm)) {
    if (/failureType: 'subtestsFailed'/.test(rest)) continue;
    const details = rest.split('\n').map((line) => line.slice(indent.length + 2));
    found.push({
      where,
      name,
      lines: shortened(details.filter((line) => !/^(---|type:|duration_ms:|failureType:|code:)/.test(line))),
    });
  }
  return found;
}

/** The failure of a step without results; `output` is what it has printed. */
export function stepFailure(name, output) {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  if (lines.length <= MESSAGE_LINES) return { where: name, name: 'failed', lines };
  const log = join(ROOT, '.results', `${name.replaceAll(' ', '-')}.txt`);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, output);
  return { where: name, name: 'failed; its last lines are', lines: lines.slice(-MESSAGE_LINES), whole: log };
}

/** Without the frames of packages and of Node, which say nothing about the product. */
function shortened(lines) {
  const own = lines
    .filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line))
    .map((line) => line.trimEnd())
    .filter((line, index, all) => line || (index > 0 && all[index - 1]));
  while (own.at(-1) === '') own.pop();
  return own;
}

/** The end of a run: each failure, then, where there are several, their names. All of it is kept in `file`. */
export function failuresText(failures, file = ALL) {
  if (failures.length === 0) return '';
  const texts = failures.map((failure) => text(failure));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${failures.map((failure) => text(failure, Infinity)).join('\n\n')}\n`);
  const hidden = failures.length - SHOWN;
  const names = failures.map(({ where, name }) => `  ${where} › ${name}`.slice(0, WIDTH));
  const more = names.length - LISTED;
  return [
    'Failures',
    ...texts.slice(0, SHOWN).map((one) => `\n${one}`),
    ...(hidden > 0 ? [`\n... and ${hidden} more, in ${fromRoot(file)}`] : []),
    ...(names.length > 1 ? ['', `${names.length} failures (all of them: ${fromRoot(file)}):`, ...names.slice(0, LISTED)] : []),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ].join('\n');
}

function text({ where, name, lines, log, pictures = [], whole }, most = MESSAGE_LINES) {
  return [
    where,
    `● ${name}`,
    ...selected(lines, most).map((line) => line.slice(0, WIDTH)),
    ...(whole ? [`all of it: ${fromRoot(whole)}`] : []),
    ...(log && existsSync(log) ? logEnd(log) : []),
    ...pictures.map((path) => `picture: ${fromRoot(path)}`),
  ].join('\n');
}

/** The beginning of a message and its piece of code, which comes after a whole page of HTML in the message of a screen's spec. */
function selected(lines, most) {
  if (lines.length <= most) return lines;
  const code = lines.filter((line) => CODE.test(line)).slice(0, CODE_LINES);
  const first = lines.slice(0, most - code.length);
  const rest = code.filter((line) => !first.includes(line));
  return [...first, `... ${lines.length - first.length - rest.length} more lines`, ...rest];
}

function logEnd(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return [`log: ${fromRoot(path)}`, ...lines.slice(-LOG_LINES).map((line) => `  ${line.slice(0, WIDTH)}`)];
}
