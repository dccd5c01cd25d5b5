// `npm run config:docs`: writes docs/configuration.md, the settings of the product and of its scripts. Each is described where it
// is declared.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ProcessConfig } from '@sarafa/server';
import { format, resolveConfig } from 'prettier';
import { PROGRAMS, SERVICES } from './images/bundle.mjs';
import { CHART_PROGRAMS, FUZZ_PROGRAMS, SERVERS } from './local/backing/programs.mjs';
import { ROOT } from './local/run.mjs';
import { START_DEFAULTS, ownSettings } from './local/settings.mjs';

export const CONFIGURATION = join(ROOT, 'docs/configuration.md');

const INTRODUCTION = `# Configuration

<!-- Made by \`npm run config:docs\` from the code that reads the settings; not edited by hand. -->

The product reads its settings from the environment at its start, and reports all faults at once. No other code reads
\`process.env\`. A setting that is set but empty counts as not set.

The chart gives its parts what they need; [its values](../helm/sarafa/README.md) have a place for any other setting (\`env\`). Which
settings each part reads stands above each table; \`npm start\` runs all parts in one process.
`;

/** The configuration of each part and of each program, by its name. */
async function readConfigurations() {
  const parts = [...SERVICES, ...PROGRAMS].map(async (part) => [
    part,
    (await import(join(ROOT, `apps/${part}/dist/${part}.app.js`)))[`${part}App`],
  ]);
  return Object.fromEntries((await Promise.all(parts)).map(([part, app]) => [part, app.config.shape]));
}

/** What images and `npm start` say in place of a setting's own default. */
function defaultsElsewhere() {
  const [, line] = /^ENV (NODE_ENV=.*)$/m.exec(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));
  const ofImages = Object.fromEntries(line.split(' ').map((pair) => pair.split('=')));
  return { images: ofImages, '`npm start`': START_DEFAULTS };
}

const inCode = (value) => `\`${String(value).replace(`${ROOT}/`, '')}\``;

/** Which numbers a field takes; zod says of each whole number that it is a safe one, which nobody needs to be told. */
function range({ minimum, exclusiveMinimum, maximum }) {
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  const above = exclusiveMinimum === undefined ? least !== undefined && `at least ${least}` : `above ${exclusiveMinimum}`;
  return [above, most !== undefined && `at most ${most}`].filter(Boolean).join(', ');
}

/** `{ name, what, byDefault, allowed }` of a field of zod's. */
function settingOf(name, field, elsewhere) {
  const schema = field.toJSONSchema({ io: 'input' });
  const own = schema.default ?? field.safeParse(undefined).data;
  const others = Object.entries(elsewhere).filter(([, defaults]) => name in defaults);
  const byDefault = [own === undefined ? 'none' : inCode(own), ...others.map(([who, of]) => `${who}: ${inCode(of[name])}`)];
  const allowed = schema.enum?.map(inCode).join(', ') ?? range(schema);
  return { name, what: schema.description, byDefault: byDefault.join('; '), allowed };
}

function table(settings) {
  const rows = settings.map(({ name, byDefault, allowed, what }) => [inCode(name), byDefault, allowed ?? '', what]);
  return [['name', 'default', 'allowed', 'what'], ['---', '---', '---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`);
}

/**
 * The Markdown, and the names of settings without a description (`silent`). Settings that the same parts read share a table; those
 * that every process reads come first.
 */
export async function configurationText(shapes) {
  const all = shapes ?? (await readConfigurations());
  const elsewhere = defaultsElsewhere();
  const fields = new Map();
  for (const [part, shape] of Object.entries(all)) {
    for (const [name, field] of Object.entries(shape)) {
      if (!(name in ProcessConfig.shape)) fields.set(name, { field, parts: [...(fields.get(name)?.parts ?? []), part] });
    }
  }
  const groups = new Map([['every process', Object.entries(ProcessConfig.shape)]]);
  for (const [name, { field, parts }] of [...fields].sort(([, a], [, b]) => b.parts.length - a.parts.length)) {
    const readers = SERVICES.every((part) => parts.includes(part)) ? 'every part' : parts.join(', ');
    groups.set(readers, [...(groups.get(readers) ?? []), [name, field]]);
  }
  const settings = [...groups].map(([readers, of]) => ({
    readers,
    of: of.map(([name, field]) => settingOf(name, field, elsewhere)),
  }));
  const programs = Object.values({ ...SERVERS, ...CHART_PROGRAMS, ...FUZZ_PROGRAMS });
  const own = [
    ...ownSettings.map((setting) => ({
      ...setting,
      byDefault: setting.byDefault === undefined ? 'none' : inCode(setting.byDefault),
    })),
    ...programs.map(({ path, label }) => ({
      name: path,
      byDefault: 'none',
      what: `A ${label} of your own, in place of the one that is found or built.`,
    })),
  ];
  const sections = [...settings, { readers: '`npm start`, `npm run dev` and specs', of: own }];
  const markdown = sections.flatMap(({ readers, of }) => ['', `## Read by ${readers}`, '', ...table(of)]);
  const text = `${INTRODUCTION}${markdown.join('\n')}\n`;
  return {
    text: await format(text, { ...(await resolveConfig(CONFIGURATION)), filepath: CONFIGURATION }),
    silent: sections.flatMap(({ of }) => of.filter(({ what }) => !what).map(({ name }) => name)),
  };
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(CONFIGURATION, (await configurationText()).text);
  console.log(relative(process.cwd(), CONFIGURATION));
}
