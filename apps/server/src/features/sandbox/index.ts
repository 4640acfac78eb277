/**
 * Owns what only a sandbox has: sign-ins whose passwords everybody may read, demo goods, the wallet of play
 * money, the mailbox page. Does not own the chains themselves; in production nothing of it exists.
 *
 * Invariant: play money reaches a balance the way real money does, through the chain and the follower.
 */
export type { SandboxPort } from './sandbox-port.ts';
export { sandboxRoutes } from './sandbox.routes.ts';
export { seedSandbox } from './seed-sandbox.ts';
