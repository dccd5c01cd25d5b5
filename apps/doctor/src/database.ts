import { type BackupRecord, DatabaseRepository } from './database.repository.js';
import type { DoctorConfig } from './doctor.app.js';
import { clockFindings, type Finding, GRAVE, inTime, reasonOf, runbook } from './finding.js';

const HOUR_MS = 3_600_000;
/** Backups are verified every week. */
const VERIFIED_WITHIN_HOURS = 8 * 24;
const WRONG_PASSWORD = /auth(?:entication|orization)? failed|bad auth/i;

export async function lookAtDatabase({ MONGO_URL, BACKUP_ALERT_HOURS }: DoctorConfig): Promise<Finding[]> {
  let database: DatabaseRepository;
  try {
    database = await inTime(DatabaseRepository.connect(MONGO_URL));
  } catch (error) {
    return [unreachable(error)];
  }
  return lookInto(database, BACKUP_ALERT_HOURS).finally(() => database.close());
}

async function lookInto(database: DatabaseRepository, alertHours: number): Promise<Finding[]> {
  const { setName, msg, isWritablePrimary, localTime } = await inTime(database.hello());
  const clock = clockFindings('MongoDB', localTime.getTime());
  if (!setName && msg !== 'isdbgrid')
    return [
      {
        grave: GRAVE.risk,
        wrong: 'MongoDB is no replica set, so a backup is not of one moment, and no other member takes over.',
        todo: 'Start mongod with `--replSet rs0` and run `rs.initiate()` once in mongosh.',
      },
      ...clock,
    ];
  // What follows would wait for a primary.
  if (!isWritablePrimary && msg !== 'isdbgrid') return [withoutPrimary, ...clock];
  const [begun, backup, verification] = await inTime(
    Promise.all([database.restoring(), database.backupRecord('backup'), database.backupRecord('verification')]),
  );
  const restoring = begun ? [begun.stage ? filesMissing : halfRestored] : [];
  return [...restoring, ...clock, ...backupFindings(backup, verification, alertHours)];
}

const withoutPrimary: Finding = {
  grave: GRAVE.boards,
  wrong: 'MongoDB has no primary, so nothing can be changed.',
  todo: 'See with `rs.status()` in mongosh which members are away, and start them: a majority has to run.',
};

const halfRestored: Finding = {
  grave: GRAVE.boards,
  wrong: 'A restore into this database has begun and has not ended, and the services wait for it.',
  todo: `Run the restore again; ${runbook('Restore')}.`,
};

const filesMissing: Finding = {
  grave: GRAVE.work,
  wrong: 'A restore has not brought all files back yet.',
  todo: `If no restore is running, run it again: it goes on with the files; ${runbook('Restore')}.`,
};

function unreachable(error: unknown): Finding {
  const reason = reasonOf(error);
  const { type } = (error as { reason?: { type?: unknown } }).reason ?? {};
  if (type === 'ReplicaSetNoPrimary' && !/ECONNREFUSED|ENOTFOUND/.test(reason)) return withoutPrimary;
  if (WRONG_PASSWORD.test(reason))
    return {
      grave: GRAVE.work,
      wrong: `MongoDB refuses the user or the password: ${reason}.`,
      todo: `Correct MONGO_URL (its authSource too), or MongoDB's own users; ${runbook('Passwords')}.`,
    };
  const wrong = `MongoDB can't be reached: ${reason}.`;
  return {
    grave: GRAVE.work,
    wrong,
    todo: 'Start MongoDB, or correct MONGO_URL; boards go on meanwhile, and nobody can change anything.',
  };
}

function backupFindings(backup: BackupRecord | null, verification: BackupRecord | null, alertHours: number): Finding[] {
  if (!backup)
    return [
      {
        grave: GRAVE.risk,
        wrong: 'There is no backup: what is lost is lost for good.',
        todo: `Set \`backup.enabled\` of the chart, or run \`npm run backup -- --to <folder>\` every night; ${runbook('Back up and restore')}.`,
      },
    ];
  const findings: Finding[] = [];
  const hours = hoursSince(backup);
  if (hours > alertHours)
    findings.push({
      grave: GRAVE.work,
      wrong: `The newest backup is ${hours} hours old.`,
      todo: `Look why the last one failed (\`kubectl logs job/...\`), and make one; ${runbook('SarafaBackupOld')}.`,
    });
  const todo = `Run \`npm run verify-backup -- --from <place>\`, or a Job of the chart's CronJob \`<release>-verify\`; ${runbook('SarafaBackupUnverified')}.`;
  if (!verification) findings.push({ grave: GRAVE.risk, wrong: 'No backup was ever verified.', todo });
  else if (verification.ok !== true)
    findings.push({ grave: GRAVE.work, wrong: 'The last verification of a backup failed.', todo });
  else if (hoursSince(verification) > VERIFIED_WITHIN_HOURS)
    findings.push({
      grave: GRAVE.risk,
      wrong: `A backup was verified last ${Math.floor(hoursSince(verification) / 24)} days ago.`,
      todo,
    });
  return findings;
}

const hoursSince = ({ at }: BackupRecord) => Math.floor((Date.now() - at.getTime()) / HOUR_MS);
