/**
 * Owns what only a sandbox has: sign-ins with public passwords, demo goods, the test money wallet, the mailbox page.
 * Does not own the local chains. Nothing of it exists in production.
 *
 * Invariant: test money reaches a balance like real money, through the chain and the follower.
 */
export { DEMO_CATEGORIES } from './demo-goods.ts';
export { demoTexts, type DemoTexts } from './demo-texts.ts';
export { makeDemoLines } from './demo-lines.ts';
export { restockDemoGoods } from './restock-demo-goods.ts';
export type { SandboxPort } from './sandbox-port.ts';
export { sandboxRoutes } from './sandbox.routes.ts';
export { HOME_LEDE } from './seed-shop-texts.ts';
export { isSandboxSeeded, seedSandbox } from './seed-sandbox.ts';
