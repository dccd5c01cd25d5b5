import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { currentRequest } from './request-context.js';

/** Wherever one of these stands in what is logged, its value isn't written. */
const SECRETS = ['password', 'password_hash', 'token', 'authorization', 'api_key', 'key', 'secret'];

/** Nest tells at length how it starts. */
const FRAMEWORK = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
  'NestMicroservice',
]);

/** One JSON line an event, with the requestId of the request it belongs to and nothing secret. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  /** `destination` is stdout when left out. */
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

  /** Nest passes the logging class last, and before it whatever else the caller gave. */
  private write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const base = { ...(typeof context === 'string' ? { context } : {}), ...currentRequest() };
    if (message instanceof Error) this.pino[level]({ ...base, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ ...base, ...message });
    else this.pino[level](base, String(message));
  }
}
