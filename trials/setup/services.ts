import { startDevchainProcess, type Devchain } from '@portside/devchain';
import { buildPages } from '../../scripts/test/build-pages.ts';
import { startMailSink, type MailSink } from './load/mail-sink.ts';
import { openDatabases, type DatabaseKind, type Databases } from './target.ts';
import { NETWORKS, type Network } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';

/** The services that the shops of a run use: databases, chains, a mail server. Killing a shop does not kill them. */
export type Services = {
  readonly databases: Databases;
  readonly chains: Devchain;
  readonly mail: MailSink;
  stop(): Promise<void>;
};

/** Opens databases, or takes over the given ones, which then end with it. */
export async function startServices(wanted: DatabaseKind | Databases): Promise<Services> {
  await buildPages();
  const databases = typeof wanted === 'string' ? await openDatabases(wanted) : wanted;
  // They end with this process, however it ends.
  const chains = await startDevchainProcess({ blockTimeMs: 150 });
  await waitUntilFinal(chains);
  const mail = await startMailSink();
  const stop = async (): Promise<void> => {
    await Promise.all([mail.stop(), chains.stop()]);
    databases.stop();
  };
  return { databases, chains, mail, stop };
}

/** The newest block of each chain that is `finalized`, or `latest`. */
export async function readBlocks(
  { chains }: Devchain,
  tag: 'finalized' | 'latest',
): Promise<Record<Network, number>> {
  const blocks = NETWORKS.map(async (network) => [network, await readBlock(chains[network].rpcUrl, tag)]);
  return Object.fromEntries(await Promise.all(blocks)) as Record<Network, number>;
}

/** Waits until everything now on the chains is final: a shop does not scan blocks from before its start. */
async function waitUntilFinal(chains: Devchain): Promise<void> {
  const heads = await readBlocks(chains, 'latest');
  // Blocks are quick only while a transaction is not final.
  for (const network of NETWORKS) await chains.sendUsdt(network, NOBODY, 1n);
  let finals = await readBlocks(chains, 'finalized');
  while (NETWORKS.some((network) => finals[network] < heads[network])) {
    await sleep(50);
    finals = await readBlocks(chains, 'finalized');
  }
}

const NOBODY = '0x00000000000000000000000000000000000000aa';

async function readBlock(rpcUrl: string, tag: string): Promise<number> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, false] };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(request) });
  const { result } = (await answer.json()) as { result: { number: string } };
  return Number(result.number);
}
