/** Of SQLSTATE: connection exception, insufficient resources, operator intervention. */
const STATES = /^(?:08|53|57)[0-9A-Z]{3}$/;
/** Of SQLSTATE: the transaction is read-only, as on a server that became a standby. */
const READ_ONLY = '25006';
/** Errors of the operating system where the database cannot be reached. */
const SYSTEM = /^E(CONN|PIPE|HOST|NET|TIMEDOUT)/;
/** The driver's own errors have no code. */
const WORDS =
  /connection terminated|connection error|timeout exceeded when trying to connect|query read timeout/i;

/** Whether a statement failed because its database cannot be reached, so that the next one would fail too. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return isReadOnly(error) || STATES.test(code) || SYSTEM.test(code) || WORDS.test(message);
}

/** Whether a statement failed because its server does not accept writes. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY;
