/**
 * Owns who is signed in: registration, login, tokens and their end, passwords changed and reset, e-mail
 * addresses changed. Does not own the users themselves.
 *
 * Invariant: a token, a mailed code and a password can be checked with what is stored, never read from it;
 * nothing but a registration, which must, tells a stranger whether an e-mail address is known.
 */
export { authenticate } from './authenticate.ts';
export { EMAIL_CHANGED_MAIL } from './email/change-email.ts';
export { renderEmailChanged, renderEmailCode, renderEmailReplaced } from './email/email-mails.ts';
export { renderResetCode } from './password/reset-code-mail.ts';
export { EMAIL_CODE_MAIL } from './email/send-email-code.ts';
export { RESET_MAIL } from './password/send-reset-code.ts';
export { EMAIL_REPLACED_MAIL, subscribeSessions } from './sessions.events.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export { isSessionOpen } from './sessions.sql.ts';
export { sweepSessions } from './sweep-sessions.job.ts';
