/**
 * Owns what only a sandbox has: sign-ins with public passwords, demo goods, the test money wallet, the mailbox page.
 * Does not own the local chains. Nothing of it exists in production.
 *
 * Invariant: test money reaches a balance like real money, through the chain and the follower.
 */
import type { Routes } from '../../platform/http/routes.ts';
import {
  giveSandboxCoin,
  sendSandboxTransfer,
  signSandboxText,
  readSandboxOperator,
  readSandboxTransaction,
  sendSandboxCall,
  trySandboxCall,
} from './sandbox-wallet.ts';
import { listSandboxMails, readSandbox, type SandboxAccess, listSandboxTrials } from './read-sandbox.ts';

export { DEMO_CATEGORIES, DEMO_SUPPLIER, demoTexts, type DemoTexts } from './demo-goods.ts';
export { makeDemoLines, restockDemoGoods } from './seed-goods.ts';
export type { SandboxAccess } from './read-sandbox.ts';
export { HOME_LEDE, isSandboxSeeded, seedSandbox } from './seed-sandbox.ts';

/** All refuse in production, where there is no sandbox (notFound). */
export const sandboxRoutes = (port: SandboxAccess | null) =>
  ({
    readSandbox: (ctx) => readSandbox(ctx, port),
    listSandboxTrials: (ctx) => listSandboxTrials(ctx, port),
    sendSandboxTransfer: (_, input) => sendSandboxTransfer(input, port),
    signSandboxText: (_, input) => signSandboxText(input, port),
    giveSandboxCoin: (_, input) => giveSandboxCoin(input, port),
    readSandboxOperator: (ctx, input) => readSandboxOperator(ctx, input, port),
    trySandboxCall: (ctx, input) => trySandboxCall(ctx, input, port),
    sendSandboxCall: (ctx, input) => sendSandboxCall(ctx, input, port),
    readSandboxTransaction: (ctx, input) => readSandboxTransaction(ctx, input, port),
    listSandboxMails: (ctx, input) => listSandboxMails(ctx, input, port),
  }) satisfies Partial<Routes>;
