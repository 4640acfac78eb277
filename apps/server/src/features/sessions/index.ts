/**
 * Owns sessions: registration, login, tokens and their expiry, changing and resetting passwords, changing e-mail
 * addresses. Does not own the users themselves.
 *
 * Invariant: tokens, mailed codes and passwords can be verified with what is stored, but not recovered from it; only
 * a registration, which has to, reveals whether an e-mail address is known.
 */
export { authenticate } from './authenticate.ts';
export { authenticateBlocked } from './blocked-pass.ts';
export { EMAIL_CHANGED_MAIL } from './email/change-email.ts';
export {
  renderEmailChanged,
  renderEmailCode,
  renderEmailReplaced,
  renderEmailWaits,
} from './email/email-mails.ts';
export { renderResetCode } from './password/reset-code-mail.ts';
export { EMAIL_CODE_MAIL } from './email/send-email-code.ts';
export { RESET_MAIL } from './password/send-reset-code.ts';
export { EMAIL_REPLACED_MAIL, EMAIL_WAITS_MAIL, setEmail, voidWaitingEmail } from './email/set-email.ts';
export { subscribeSessions } from './sessions.subscriptions.ts';
export { addOwner } from './add-owner.ts';
export { recoverOwner } from './recover-owner.ts';
export { removeTwoFactor } from './two-factor/remove-two-factor.ts';
export { revokeSessionsOf } from './revoke-sessions.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export { createEndStreamsJob } from './end-streams.job.ts';
export { isSessionOpen } from './sessions.sql.ts';
export { sweepSessions } from './sweep-sessions.job.ts';
