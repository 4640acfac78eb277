/**
 * Owns who is signed in: registration, login, tokens and their end, passwords changed and reset.
 * Does not own the users themselves.
 *
 * Invariant: a token, a reset code and a password can be checked with what is stored, never read from it;
 * nothing but a registration, which must, tells a stranger whether an e-mail address is known.
 */
export { authenticate } from './authenticate.ts';
export { renderResetCode } from './reset-code-mail.ts';
export { RESET_MAIL } from './send-reset-code.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export { isSessionOpen } from './sessions.sql.ts';
export { sweepSessions } from './sweep-sessions.job.ts';
