import { pino, type Logger } from 'pino';

export type Log = Logger;

/** What must never reach a log line, wherever it appears in a logged object. */
const SECRETS = ['password', 'old_password', 'token', 'code', 'totp_code', 'authorization', 'secret', 'text'];

const redact = { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' };

/** JSON lines in UTC; for people at a terminal the same in colour. */
export function createLog(level: string, options: { pretty: boolean }): Log {
  const transport = options.pretty
    ? { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } }
    : undefined;
  return pino({ level, redact, timestamp: pino.stdTimeFunctions.isoTime, ...(transport && { transport }) });
}
