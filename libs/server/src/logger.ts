import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { loggedRequest } from './request-context.js';

/** The value of a field with one of these names is never written. */
const SECRETS = ['password', 'password_hash', 'token', 'authorization', 'api_key', 'key', 'secret'];

/** Nest's own classes, which log every step of the start. */
const FRAMEWORK = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
  'NestMicroservice',
]);

/** Nest's module that connects to a database logs each of its attempts, twice a second, with the count of them. */
const DATABASE_CONNECTOR = 'MongooseModule';
const COUNT = /Retrying \(\d+\)\.\.\.$/;

/** Writes one JSON line for each event, with the id of the request that it belongs to and without secrets. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;
  private lastFailure = '';

  /** Without a `destination` the lines go to stdout. */
  constructor(level: string, destination?: { write(line: string): void }) {
    const options = {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    };
    this.pino = destination ? pino(options, destination) : pino(options);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write(FRAMEWORK.has(rest.at(-1) as string) ? 'debug' : 'info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (rest.at(-1) === DATABASE_CONNECTOR && this.isSaid(String(message))) return;
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private isSaid(message: string): boolean {
    const failure = message.replace(COUNT, '');
    const isSame = failure === this.lastFailure;
    this.lastFailure = failure;
    return isSame;
  }

  /** Nest passes the name of the logging class last, after whatever else the caller gave. */
  private write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const base = { ...(typeof context === 'string' ? { context } : {}), ...loggedRequest() };
    if (message instanceof Error) this.pino[level]({ ...base, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ ...base, ...message });
    else this.pino[level](base, String(message));
  }
}
