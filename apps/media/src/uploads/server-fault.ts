import { AppError, texts } from '@sarafa/contracts';
import { Logger } from '@nestjs/common';

const log = new Logger('Uploads');
/**
 * How sharp's errors tell of the disk, of memory and of the time limit, which a busy processor exceeds too. All others tell of the
 * file, and so does a security limit, which libheif calls an error of memory as well.
 */
const OF_SERVER =
  /^(?:system error: |timeout: |webpsave: |Input file is missing)|out of memory|memory allocation error(?!: Security limit)/im;

/** Puts into the log what this machine couldn't do. The sender is asked to try again, because the file may be as it should. */
export function serverFault(error: unknown, message: string = texts.uploads.failed): AppError {
  log.warn(`An upload failed here: ${String(error)}`);
  return new AppError('UNAVAILABLE', message);
}

/** Whether a picture couldn't be drawn for a fault of this machine. */
export function isOfServer(error: Error): boolean {
  return 'syscall' in error || OF_SERVER.test(error.message);
}

/** For what only this machine can be at fault for. */
export function failedHere(error: unknown): never {
  throw serverFault(error);
}
