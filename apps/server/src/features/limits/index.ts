/**
 * Owns how the limits that guard the shop's money from its own admins are raised: proposed by one, approved by
 * another. The limits themselves are settings, and so is lowering them.
 */
export { listenForLimits } from './limits.events.ts';
export { proposeRaise } from './propose-raise.ts';
