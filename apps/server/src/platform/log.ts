import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Fields that must never reach a log line, at any level of a logged object. */
const SECRETS = [
  'password',
  'old_password',
  'token',
  'code',
  'totp_code',
  'authorization',
  'secret',
  'callback_secret',
  'text',
];

const redact = { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' };

/** Lines that cannot be written are buffered up to this size; beyond it the newest are lost. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** JSON lines in UTC, or coloured text for a terminal. A log that cannot be written stops nothing. */
export function createLog(level: string, options: { pretty: boolean }): Log {
  const all = { level, redact, timestamp: pino.stdTimeFunctions.isoTime };
  if (options.pretty) {
    const ignore = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' };
    return pino({ ...all, transport: { target: 'pino-pretty', options: ignore } });
  }
  // Without `sync`, the process would try forever to write the buffer when it ends.
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_BUFFERED_BYTES });
  output.on('error', () => undefined);
  return pino(all, output);
}
