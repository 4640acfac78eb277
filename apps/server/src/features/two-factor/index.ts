/**
 * Owns the second factor: the sealed secrets of authenticator apps and the check of their codes. Does not own
 * sessions, which record when a code was last given, nor which actions need a code.
 *
 * Invariant: a code is accepted once at most, in whatever session; guessing from a network ends after five attempts.
 */
export { acceptCode, acceptFirstCode } from './accept-code.ts';
export { createEnrolment, type Enrolment } from './create-enrolment.ts';
export { sealedTwoFactors } from './sealed-two-factors.ts';
export { replaceRecoveryCodes } from './recovery-codes.ts';
export { countRecoveryCodes } from './recovery-codes.sql.ts';
export { deleteCodeTriesBefore, deleteTwoFactor, isTwoFactorOn } from './two-factor.sql.ts';
