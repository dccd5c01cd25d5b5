import { parseArgs } from 'node:util';
import { readConfigs } from '@sarafa/server';
import { lookAtDatabase } from './database.js';
import { doctorApp, type DoctorConfig } from './doctor.app.js';
import { lookAtFiles } from './files.js';
import { type Finding, GRAVE, inTime, PATIENCE_MS, reasonOf } from './finding.js';
import { lookAtMarket } from './market.js';
import { lookAtNats, openNats } from './nats.js';
import { lookAtParts, NEXT_ANSWER_MS } from './parts.js';
import { lookAtPublicAddress, lookAtStream } from './public-address.js';

/** A subject asks several questions one after the other. */
const SUBJECT_MS = 3 * PATIENCE_MS;

/** Says what is wrong with the installation, and answers 1 where there is something; changes nothing. */
export async function run(
  args: string[],
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
  nextAnswerMs = NEXT_ANSWER_MS,
): Promise<number> {
  const { json } = parseArgs({ args, options: { json: { type: 'boolean' } } }).values;
  const [config] = readConfigs([doctorApp], env) as [DoctorConfig];
  const findings = (await examined(config, nextAnswerMs)).map((finding) => withoutSecrets(finding, config));
  findings.sort((one, other) => one.grave - other.grave);
  if (json) say(JSON.stringify(findings, null, 2));
  else for (const [index, { wrong, todo }] of findings.entries()) say(`${index + 1}. ${wrong}\n   ${todo}`);
  if (findings.length === 0 && !json) say('Nothing found.');
  return Math.min(findings.length, 1);
}

async function examined(config: DoctorConfig, nextAnswerMs: number): Promise<Finding[]> {
  // What is away before the parts that miss it: findings that matter alike stay in this order.
  const looked = await Promise.all([
    subject('MongoDB', () => lookAtDatabase(config)),
    subject('S3', () => lookAtFiles(config)),
    subject('NATS', () => bus(config, nextAnswerMs)),
    subject('the public address', () => lookAtPublicAddress(config)),
  ]);
  // Last, because from a private address it is itself a client that can't be told apart.
  return [...looked.flat(), ...(await subject('the stream of a board', () => lookAtStream(config)))];
}

async function bus(config: DoctorConfig, nextAnswerMs: number): Promise<Finding[]> {
  const nats = await openNats(config);
  if ('wrong' in nats) return [nats];
  const looked = await Promise.all([
    subject('NATS', () => lookAtNats(nats, config)),
    subject('the parts', () => lookAtParts(nats, config.PUBLIC_URL !== undefined, nextAnswerMs)),
    subject('the market', () => lookAtMarket(nats)),
  ]).finally(() => void nats.close());
  return looked.flat();
}

/** What can't be looked at is a finding too, and keeps nobody from looking at the rest. */
async function subject(name: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  return inTime(look(), SUBJECT_MS).catch((error: unknown) => [
    {
      grave: GRAVE.work,
      wrong: `${name} could not be looked at: ${reasonOf(error)}.`,
      todo: 'Run the doctor again; look at the logs if this remains.',
    },
  ]);
}

/** Drivers put addresses with their passwords into some of their errors. */
function withoutSecrets(finding: Finding, { S3_SECRET_KEY }: DoctorConfig): Finding {
  const wrong = finding.wrong.replaceAll(/\/\/[^@\s/]*@/g, '//…@').replaceAll(S3_SECRET_KEY, '…');
  return { ...finding, wrong };
}
