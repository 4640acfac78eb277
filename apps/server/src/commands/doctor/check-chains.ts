import { familyOf, inspectNode, pinnedToken, recordOf, type ChainNode } from '@portside/chain';
import { readBlock } from '@portside/chain/nodes/rpc';
import { NETWORKS, type Network, type CodeState } from '@portside/contract';
import type { Hex } from 'viem';
import type { ChainAccess } from '../../compose/app-parts.ts';
import {
  findActiveMethod,
  proveCode,
  proveFactory,
  type PaymentMethodRow,
} from '../../features/payment-methods/index.ts';
import type { Ctx } from '../../platform/context.ts';
import { fault, resultsOf, ok, skipped, warning, type CheckResult } from './check-result.ts';
import { checkoutCode } from '@portside/checkout';

/** A node whose newest block is older has stopped following its chain, or this machine's clock is wrong. */
const OLDEST_HEAD_S = 300;

type View = {
  readonly name: string;
  readonly final: number;
  readonly head: number;
  /** Age of its latest block by this machine's clock; negative if it is in the future. */
  readonly ageS: number;
  readonly node: ChainNode;
};

type Checked = { readonly found: readonly CheckResult[]; readonly views: readonly View[] };

/** Asks every node of every network: do they answer, agree, and have the token and contracts the shop counts on? */
export async function checkChains(
  ctx: Ctx,
  chains: Readonly<Partial<Record<Network, ChainAccess>>>,
): Promise<readonly CheckResult[]> {
  const ages: (readonly number[])[] = [];
  const checks = NETWORKS.map(async (network): Promise<readonly CheckResult[]> => {
    const chain = chains[network];
    if (!chain) return [skipped(network, 'not configured')];
    return resultsOf(network, async () => {
      const { found, views } = await checkChain(ctx, network, chain);
      ages.push(views.map(({ ageS }) => ageS));
      return found;
    });
  });
  const all = await Promise.all(checks);
  return [...all.flat(), ...compareClock(ages)];
}

async function checkChain(ctx: Ctx, network: Network, chain: ChainAccess): Promise<Checked> {
  const { nodes } = chain;
  const method = await findActiveMethod(ctx, network);
  const asked = await Promise.allSettled(nodes.map(readView));
  const views = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const found: CheckResult[] = asked.flatMap((one, index) =>
    one.status === 'rejected'
      ? [fault(network, `${nodes[index]!.name}: ${(one.reason as Error).message}`)]
      : [],
  );
  if (views.length === 0) return { found, views };
  found.push(...(await compareNodes(network, views)), ...(await checkTronHttp(network, chain, views)));
  if (!method) found.push(warning(network, 'no payment method yet: set one in the back office'));
  else {
    for (const view of views)
      found.push(...(await checkToken(network, view, { ...method, chainId: Number(method.chain_id) })));
    found.push(...(await checkContracts(network, chain, method)));
  }
  return { found, views };
}

async function readView(node: ChainNode): Promise<View> {
  const final = await readBlock(node, 'finalized');
  const head = await readBlock(node, 'latest');
  const ageS = Date.now() / 1_000 - head.timestamp;
  return { name: node.name, node, final: final.number, head: head.number, ageS };
}

/** The block that all call final must be the same one. */
async function compareNodes(network: Network, views: readonly View[]): Promise<CheckResult[]> {
  const at = Math.min(...views.map(({ final }) => final));
  const hashes = await Promise.all(views.map(async ({ node }) => (await readBlock(node, at)).hash));
  const late = views.filter(({ ageS }) => ageS > OLDEST_HEAD_S);
  return [
    new Set(hashes).size === 1
      ? ok(network, `${views.length} nodes agree on block ${at}`)
      : fault(network, `nodes disagree on block ${at}: ${hashes.join(', ')}`),
    ...late.map(({ name, ageS }) =>
      warning(network, `${name}: its latest block is ${Math.round(ageS)} s old`),
    ),
  ];
}

/** More blocks than the HTTP API and a node of the same chain can be apart: five minutes. */
const MOST_APART = 100;

/**
 * TRON's HTTP API: is it set, does it answer, and does it follow the same chain as the nodes? Wallets of browsers,
 * claims of contracts, and the pages that sweep and deploy need it. Nothing on other networks.
 */
async function checkTronHttp(
  network: Network,
  { tronHttp }: Pick<ChainAccess, 'tronHttp'>,
  views: readonly View[],
): Promise<CheckResult[]> {
  // A lagging node proves nothing about the HTTP API.
  const view = views.toSorted((a, b) => b.head - a.head)[0];
  if (familyOf(network) !== 'tron' || view === undefined) return [];
  if (!tronHttp)
    return [
      warning(
        network,
        `${network}_HTTP_URL is not set: nobody can pay with a TRON wallet, and the back office can neither sweep nor deploy on TRON`,
      ),
    ];
  try {
    const { blockID: id, block_header: header } = await tronHttp.readBlock();
    const { number } = header.raw_data;
    if (Math.abs(number - view.head) > MOST_APART)
      return [
        fault(
          network,
          `HTTP API: at block ${number}, ${view.name} at ${view.head}: one of them lags, or it is not the same chain`,
        ),
      ];
    if (number <= view.head && (await readBlock(view.node, number)).hash !== `0x${id}`)
      return [fault(network, `HTTP API: block ${number} is another one than that of ${view.name}`)];
    return [ok(network, `the HTTP API answers, at block ${number}`)];
  } catch (error) {
    return [fault(network, `HTTP API: ${(error as Error).message}`)];
  }
}

type Method = { readonly chainId: number; readonly contract_address: Hex; readonly wallet_address: Hex };

async function checkToken(network: Network, { name, node }: View, method: Method): Promise<CheckResult[]> {
  const { chainId, contract_address: token } = method;
  const seen = await inspectNode(node, token);
  const { decimals } = recordOf(network).token;
  const pinned = pinnedToken(network, chainId);
  if (seen.chainId !== chainId)
    return [fault(network, `${name} is on chain ${seen.chainId}, the payment method on ${chainId}`)];
  if (!seen.codeExists) return [fault(network, `${name}: no contract at the token's address`)];
  if (seen.decimals !== decimals)
    return [fault(network, `${name}: the token has ${seen.decimals ?? 'no'} decimals, not ${decimals}`)];
  if (pinned !== null && pinned !== token)
    return [fault(network, 'the token is not Tether’s USDT on this chain')];
  return [ok(network, `${name}: chain ${chainId}, token with ${decimals} decimals`)];
}

/**
 * Whether the method's contracts are the published ones that pay its wallet: the checkout, and the factory with the code
 * that its addresses run. As many nodes as must agree on a deposit have to say so, and no other may say otherwise.
 */
async function checkContracts(
  network: Network,
  { nodes, quorum }: Pick<ChainAccess, 'nodes' | 'quorum'>,
  method: PaymentMethodRow,
): Promise<CheckResult[]> {
  const asked = { nodes, quorum };
  const { chain_id, contract_address, wallet_address, checkout_address, factory_address } = method;
  const found: CheckResult[] = [];
  if (checkout_address !== null) {
    const place = { chainId: Number(chain_id), address: checkout_address };
    const state = await proveCode(asked, place, checkoutCode(contract_address, wallet_address));
    found.push(describeCode(network, 'checkout contract', state));
  }
  if (factory_address !== null)
    found.push(describeCode(network, 'address factory', await proveFactory(asked, method)));
  return found;
}

const PROBLEMS: Readonly<Record<Exclude<CodeState, 'proven'>, string>> = {
  none: 'there is no contract at its address',
  other: 'the code there is not the published one that pays this wallet',
  unknown: 'the nodes differ about its code, or too few of them answer',
};

const describeCode = (network: Network, name: string, state: CodeState): CheckResult =>
  state === 'proven'
    ? ok(network, `the ${name} is the published one that pays this wallet`)
    : fault(network, `${name}: ${PROBLEMS[state]}`);

/** A block is never from the future, apart from its producers' clocks. */
const MOST_AHEAD_S = 5;

/** An idle local chain has a block a minute; all others have one within seconds. */
const OLDEST_NEWEST_S = 120;

/**
 * This machine's clock by the time of the latest blocks: the database is often on the same machine and then proves
 * nothing. `ages` has a list for each network, seconds for each of its nodes, negative for a block of the future. All
 * nodes of a network must agree before a clock counts as slow, so that no single one can invent it.
 */
function compareClock(ages: readonly (readonly number[])[]): readonly CheckResult[] {
  const answered = ages.filter((all) => all.length > 0);
  if (answered.length === 0) return [];
  const aheadS = Math.round(Math.max(...answered.map((all) => -Math.max(...all))));
  if (aheadS > MOST_AHEAD_S)
    return [
      fault(
        'clock',
        `blocks are up to ${aheadS} s in the future: this machine's clock is slow. Is NTP running?`,
      ),
    ];
  const newestS = Math.round(Math.min(...answered.flat()));
  if (newestS > OLDEST_NEWEST_S)
    return [
      warning(
        'clock',
        `the newest block of all networks is ${newestS} s old: this machine's clock is fast, or every node stands still`,
      ),
    ];
  return [ok('clock', `no block is from the future, and the newest is ${Math.max(newestS, 0)} s old`)];
}
