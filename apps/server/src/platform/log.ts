import { pino, type Logger } from 'pino';

export type Log = Logger;

/** What must never reach a log line, wherever it appears in a logged object. */
const SECRETS = ['password', 'old_password', 'token', 'code', 'totp_code', 'authorization', 'secret', 'text'];

const redact = { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' };

/** Lines that cannot be written wait, up to this; then the newest are lost. */
const MOST_WAITING_BYTES = 1_048_576;

/** JSON lines in UTC; for people at a terminal the same in colour. A log that cannot be written stops nothing. */
export function createLog(level: string, options: { pretty: boolean }): Log {
  const all = { level, redact, timestamp: pino.stdTimeFunctions.isoTime };
  if (options.pretty) {
    const ignore = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' };
    return pino({ ...all, transport: { target: 'pino-pretty', options: ignore } });
  }
  // Not `sync` would try to write what waits for ever when the process ends.
  const output = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING_BYTES });
  output.on('error', () => undefined);
  return pino(all, output);
}
