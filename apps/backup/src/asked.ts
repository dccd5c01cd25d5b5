import { parseArgs } from 'node:util';
import { Refusal } from './refusal.js';

const USAGE = `One of
  backup --to <folder | s3://bucket/prefix> [--keep 30]
  restore --from <folder | s3://bucket/prefix> [--id <backup>] [--replace <database>]
  restore --files --from <folder | s3://bucket/prefix> [--id <backup>]
  verify-backup --from <folder | s3://bucket/prefix> [--id <backup>]
  nightly --to <folder | s3://bucket/prefix> [--keep 30]`;

const text = { type: 'string' } as const;
const TO = { to: text, keep: { ...text, default: '30' } } as const;
const OPTIONS = {
  backup: TO,
  restore: { from: text, id: text, replace: text, files: { type: 'boolean' } },
  'verify-backup': { from: text, id: text },
  nightly: TO,
} as const;

interface Asked {
  readonly command: keyof typeof OPTIONS;
  /** Where the backups are, or are to be. */
  readonly place: string;
  readonly keep: number;
  readonly id?: string;
  readonly replace?: string;
  readonly files?: boolean;
}

/** What the command line asks for. Throws a sentence, with what it may ask for, where it asks for nothing that there is. */
export function asked([command = '', ...args]: string[]): Asked {
  if (!isCommand(command)) throw new Refusal(`${command ? `There is no command ${command}. ` : ''}${USAGE}`);
  const { to, from, keep = '1', ...others } = parsed(command, args);
  const place = to ?? from;
  if (!place) throw new Refusal(`Where? ${USAGE}`);
  if (!/^[1-9]\d{0,4}$/.test(keep)) throw new Refusal(`--keep ${keep}: a number of backups, 1 to 99999`);
  if (others.files && others.replace) throw new Refusal('--files replaces nothing: leave --replace out');
  return { command, place, keep: Number(keep), ...others };
}

function isCommand(word: string): word is Asked['command'] {
  return word in OPTIONS;
}

type Values = Partial<Record<'to' | 'from' | 'keep' | 'id' | 'replace', string>> & { files?: boolean };

function parsed(command: Asked['command'], args: string[]): Values {
  try {
    return parseArgs({ args, options: OPTIONS[command] }).values as Values;
  } catch (error) {
    throw new Refusal(`${(error as Error).message}. ${USAGE}`);
  }
}
