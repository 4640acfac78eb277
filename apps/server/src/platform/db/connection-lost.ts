/** Of SQLSTATE: connection exception, insufficient resources, operator intervention; a server that became a standby. */
const STATES = /^(?:(?:08|53|57)[0-9A-Z]{3}|25006)$/;
/** Errors of the operating system where the database cannot be reached. */
const SYSTEM = /^E(CONN|PIPE|HOST|NET|TIMEDOUT)/;
/** The driver's own errors have no code. */
const WORDS =
  /connection terminated|connection error|timeout exceeded when trying to connect|query read timeout/i;

/** Whether a statement failed because its database cannot be reached, so that the next one would fail too. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return STATES.test(code) || SYSTEM.test(code) || WORDS.test(message);
}
