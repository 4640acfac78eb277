/**
 * Owns the second factor: secrets of authenticator apps, sealed, and the check of their codes. Does not
 * own sessions, which remember when a code was last given, nor what a code is asked for.
 *
 * Invariant: a code counts once, however often and wherever it is given; guessing ends after five tries.
 */
export { acceptCode, acceptFirstCode } from './accept-code.ts';
export { beginTwoFactor, type Enrolment } from './begin-two-factor.ts';
export { sealedTwoFactors } from './sealed-two-factors.ts';
export { deleteTwoFactor, isTwoFactorOn } from './two-factor.sql.ts';
