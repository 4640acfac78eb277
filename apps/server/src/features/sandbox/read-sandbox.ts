import { formatAddress } from '@portside/chain';
import { NETWORKS, type Sandbox } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { requireSandbox, type SandboxPort } from './sandbox-port.ts';
import { listSignIns } from './sandbox.sql.ts';

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
