import type { Routes } from '../../platform/http/routes.ts';
import { giveSandboxCoin } from './give-sandbox-coin.ts';
import { listSandboxMails } from './list-sandbox-mails.ts';
import { listSandboxTrials } from './list-sandbox-trials.ts';
import { readSandbox } from './read-sandbox.ts';
import {
  readSandboxOperator,
  readSandboxTransaction,
  sendSandboxCall,
  trySandboxCall,
} from './operator-wallet.ts';
import type { SandboxPort } from './sandbox-port.ts';
import { sendSandboxTransfer } from './send-sandbox-transfer.ts';

/** All refuse in production, where there is no sandbox (notFound). */
export const sandboxRoutes = (port: SandboxPort | null) =>
  ({
    readSandbox: (ctx) => readSandbox(ctx, port),
    listSandboxTrials: (ctx) => listSandboxTrials(ctx, port),
    sendSandboxTransfer: (_, input) => sendSandboxTransfer(input, port),
    giveSandboxCoin: (_, input) => giveSandboxCoin(input, port),
    readSandboxOperator: (ctx, input) => readSandboxOperator(ctx, input, port),
    trySandboxCall: (ctx, input) => trySandboxCall(ctx, input, port),
    sendSandboxCall: (ctx, input) => sendSandboxCall(ctx, input, port),
    readSandboxTransaction: (ctx, input) => readSandboxTransaction(ctx, input, port),
    listSandboxMails: (ctx, input) => listSandboxMails(ctx, input, port),
  }) satisfies Partial<Routes>;
