/**
 * Owns the raising of limits that protect the shop's money from its own admins: one proposes, another approves.
 * The limits themselves are settings; lowering one needs no approval.
 */
export { subscribeLimits } from './limits.subscriptions.ts';
export { proposeLimitRaise } from './propose-limit-raise.ts';
