import { AppError, texts } from '@sarafa/contracts';
import { Logger } from '@nestjs/common';

const log = new Logger('Uploads');

/** Puts into the log what this machine couldn't do. The sender is asked to try again, because the file may be as it should. */
export function serverFault(error: unknown): AppError {
  log.warn(`An upload failed here: ${String(error)}`);
  return new AppError('UNAVAILABLE', texts.uploads.failed);
}

/** For what only this machine can be at fault for. */
export function failedHere(error: unknown): never {
  throw serverFault(error);
}
