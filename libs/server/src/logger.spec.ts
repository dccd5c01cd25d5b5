import { describe, expect, it } from '@jest/globals';
import { PinoLogger } from './logger.js';
import { withRequest } from './request-context.js';

function logged(write: (log: PinoLogger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(new PinoLogger('trace', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('has the request of each line', () => {
    const [line] = logged((log) => withRequest({ requestId: 'r-7' }, () => log.warn('Late', 'Market')));
    expect(line).toMatchObject({ level: 'warn', msg: 'Late', context: 'Market', requestId: 'r-7' });
  });

  it('never has a secret', () => {
    const text = JSON.stringify(
      logged((log) => {
        log.log({ password: 'hunter2', input: { token: 'hunter2', deep: { api_key: 'hunter2' } } }, 'Spec');
        log.error({ headers: { authorization: 'hunter2' } }, 'Spec');
        withRequest({ authorization: 'Bearer hunter2', service: 'Bearer hunter2' }, () => log.warn('Late', 'Spec'));
      }),
    );
    expect(text).not.toContain('hunter2');
    expect(text).toContain('[secret]');
  });

  it('has the stack of an error', () => {
    const [line] = logged((log) => log.error(new Error('broken'), 'Spec'));
    expect(line).toMatchObject({ level: 'error', msg: 'broken', err: { stack: expect.stringContaining('logger.spec') } });
  });

  it('has one line for a database that goes on being away for the same reason', () => {
    const tries = ['refused', 'refused', 'wrong password', 'wrong password', 'refused'];
    const lines = logged((log) =>
      tries.forEach((why, count) =>
        log.error(`Unable to connect. Message: ${why}. Retrying (${count})...`, '', 'MongooseModule'),
      ),
    );
    expect(lines.map(({ msg }) => (msg as string).match(/Message: (.*?)\./)![1])).toEqual([
      'refused',
      'wrong password',
      'refused',
    ]);
  });
});
