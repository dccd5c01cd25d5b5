import type { Readable } from 'node:stream';

/** Where backups are kept: a folder, or what begins with a prefix in a bucket. */
export interface Place {
  /** For people. */
  readonly name: string;
  /** All names that begin with `prefix`, which is empty or ends with a slash. */
  list(prefix: string): Promise<string[]>;
  /** Undefined where there is none. */
  read(name: string): Promise<Readable | undefined>;
  /** The object is there as a whole or not at all. */
  write(name: string, content: Readable): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes what a process that was killed has left of a write to a name of ours. */
  tidy(isOwn: (name: string) => boolean): Promise<void>;
}
