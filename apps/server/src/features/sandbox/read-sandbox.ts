import { formatAddress } from '@portside/chain';
import { NETWORKS, type Sandbox, type Data, type Input, TRIALS, type Trial } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import {
  listSignIns,
  listMails,
  findAdminTrials,
  findBuyerTrials,
  findPaymentTrials,
  readBeginning,
} from './sandbox.sql.ts';
import type { Devchain } from '@portside/devchain';
import { refuse } from '../../platform/refusal.ts';
import { pageOf } from '../../platform/lists/pages.ts';

/** The demo sign-ins, and the local chains with addresses in their networks' formats. Refuses outside a sandbox. */
export async function readSandbox(ctx: Ctx, port: SandboxPort | null): Promise<Sandbox> {
  const { devchain } = requireSandbox(port);
  const chains = NETWORKS.map((type) => {
    const chain = devchain.chains[type];
    return {
      type,
      chain_id: chain.chainId,
      rpc_url: chain.rpcUrl,
      contract_address: formatAddress(type, chain.contractAddress),
      wallet_address: formatAddress(type, chain.walletAddress),
      checkout_address: formatAddress(type, chain.checkoutAddress),
    };
  });
  return { sign_ins: await listSignIns(ctx.db), chains };
}

/** The local chains with their test money wallet. */
export type SandboxPort = {
  readonly devchain: Pick<Devchain, 'chains' | 'sendUsdt' | 'sendCall' | 'giveCoin' | 'onBlock'>;
};

/** Refuses in production, where there is no sandbox (notFound). */
export const requireSandbox = (port: SandboxPort | null): SandboxPort => port ?? refuse('notFound');

const SHOWN = 200;

/** The newest 200 mails that the shop would have sent. Refuses outside a sandbox (notFound). */
export async function listSandboxMails(
  ctx: Ctx,
  { query }: Input<'listSandboxMails'>,
  port: SandboxPort | null,
): Promise<Data<'listSandboxMails'>> {
  requireSandbox(port);
  const mails = await listMails(ctx.db, query.to, SHOWN);
  const shown = mails.map((mail) => ({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments,
    sent_at: mail.sent_at.toISOString(),
  }));
  return pageOf(shown, query);
}

/** What to try, and what was done since the sandbox began. Refuses outside a sandbox (notFound). */
export async function listSandboxTrials(
  ctx: Ctx,
  port: SandboxPort | null,
): Promise<Data<'listSandboxTrials'>> {
  const { devchain } = requireSandbox(port);
  const began = await readBeginning(ctx.db);
  const done: Partial<Record<Trial, boolean>> = {};
  if (began) {
    const wallets = NETWORKS.map((network) => devchain.chains[network].sandboxWalletAddress);
    Object.assign(done, await findPaymentTrials(ctx.db, began, wallets));
    Object.assign(done, await findBuyerTrials(ctx.db, began));
    Object.assign(done, await findAdminTrials(ctx.db, began));
  }
  return TRIALS.map((trial) => ({ trial, done: done[trial] ?? false }));
}
