import { cellOf } from '../../platform/http/send-list.ts';
import {
  chainsOf,
  formatAddress,
  parseAddress,
  recordOf,
  create2PrefixOf,
  parseAddressOrNull,
  pinnedToken,
  type Network,
} from '@portside/chain';
import {
  batchesOf,
  depositAddressCode,
  depositFactoryCode,
  implementationOf,
  payingSalts,
  sweepManyData,
  depositAddressOf,
  type DepositFactory,
} from '@portside/checkout';
import { type SweepableAddress, NETWORKS } from '@portside/contract';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatUnits, type Hex } from 'viem';
import { readConfig } from '../../config/config.ts';
import { listSweepable, SWEEPABLE_COLUMNS } from '../../features/sweeping/index.ts';
import { CommandError, print, usageOf, type Command } from '../command.ts';
import {
  openOperatorWallet,
  requireCoin,
  type OperatorWallet,
  KEY_VARIABLE,
  readKey,
  RefusedCall,
} from './operator-wallet.ts';
import { withShop } from '../open-shop.ts';
import { parse } from 'csv-parse/sync';

const PAGE = 500;

/** `list` runs where the shop is; `send` on a machine of the operator's own, which needs neither shop nor database. */
export const sweep: Command = {
  summary: "Move what is on buyers' own addresses to the treasury, with a key that the shop never has.",
  usage: [
    'sweep list [--all]                      prints what is worth sweeping as CSV; on the server',
    'sweep send FILE --node URL [--key-file FILE] [--network ID] [--treasury ADDRESS] [--max-fee COINS] [--dry-run]',
    `                             sweeps a list, up to fifty addresses at a time; the key may be in ${KEY_VARIABLE}`,
  ],
  async run(args) {
    const [what, ...rest] = args;
    if (what === 'list') return printList(rest);
    if (what === 'send') return sendList(rest);
    throw new CommandError(`Usage:\n${usageOf(sweep)}`);
  },
};

async function printList(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { all: { type: 'boolean', default: false } } });
  await withShop(readConfig(process.env), 'sweep list', async (ctx) => {
    print(Object.keys(SWEEPABLE_COLUMNS).join(','));
    const worth = values.all ? {} : { worth_sweeping: 'true' as const };
    for (let cursor: string | undefined; ;) {
      const query = { limit: PAGE, ...worth, ...(cursor !== undefined && { cursor }) };
      const { items, next_cursor: next } = await listSweepable(ctx, { query });
      // Networks, addresses and numbers: nothing that CSV would have to quote.
      for (const item of items) print(lineOf(item));
      if (next === null) return;
      cursor = next;
    }
  });
  return 0;
}

const lineOf = (item: SweepableAddress): string =>
  Object.values(SWEEPABLE_COLUMNS)
    .map((column) => String(cellOf(column)(item)))
    .join(',');

async function sendList(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      node: { type: 'string' },
      'key-file': { type: 'string' },
      network: { type: 'string' },
      treasury: { type: 'string' },
      'max-fee': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || values.node === undefined)
    throw new CommandError('portside sweep send FILE --node URL; FILE is - for the standard input.');
  const key = readKey(values['key-file'], process.env);
  const all = readSweepList(readFileSync(file === '-' ? 0 : file, 'utf8'));
  const jobs = all.filter(({ network }) => values.network === undefined || network === values.network);
  const networks = [...new Set(jobs.map(({ network }) => network))];
  if (networks.length > 1)
    throw new CommandError(`The list has ${networks.join(', ')}: name one with --network ID, and its node.`);
  const [network] = networks;
  if (network === undefined) {
    print('There is nothing to sweep.');
    return 0;
  }
  const opening = { network, nodeUrl: values.node, key, maxFee: values['max-fee'] };
  const wallet = await openOperatorWallet(opening);
  print(`From ${formatAddress(network, wallet.owner)} on chain ${wallet.chainId}`);
  const isTrial = values['dry-run'];
  for (const job of jobs) {
    requireTreasury(job, values.treasury);
    await requirePublished(wallet, job);
    await sweepJob(wallet, job, isTrial);
  }
  return 0;
}

/** Refuses a job that pays to another treasury than the one that was named, if one was. */
function requireTreasury({ network, factory }: SweepJob, text: string | undefined): void {
  if (text === undefined || parseAddress(network, text) === factory.treasury) return;
  const other = formatAddress(network, factory.treasury);
  throw new CommandError(`The list has addresses that pay to ${other}, not to ${text}.`);
}

/** Nothing is sent to a contract other than the published one, which pays to its treasury only. */
async function requirePublished(wallet: OperatorWallet, job: SweepJob): Promise<void> {
  const { factory, chainId, network } = job;
  if (wallet.chainId !== chainId)
    throw new CommandError(`The node is of chain ${wallet.chainId}, the list of chain ${chainId}.`);
  const isFactory = (await wallet.codeAt(factory.factory)) === depositFactoryCode(factory);
  const isCode = (await wallet.codeAt(implementationOf(factory))) === depositAddressCode(factory.treasury);
  if (!isFactory || !isCode)
    throw new CommandError(`${formatAddress(network, factory.factory)} is not the published factory.`);
}

/** Sweeps one job batch by batch; a batch that is refused is tried again in halves. */
export async function sweepJob(wallet: OperatorWallet, job: SweepJob, isTrial: boolean): Promise<void> {
  const { network, factory, token, salts } = job;
  const { token: tokenRecord, coin } = recordOf(network);
  print(
    `${network}: ${salts.length} addresses of ${formatAddress(network, factory.factory)} to ${formatAddress(network, factory.treasury)}`,
  );
  let [done, total] = [0, 0n];
  const callOf = (some: readonly Hex[]) => ({ to: factory.factory, data: sweepManyData(token, some) });
  const batches = batchesOf(salts, chainsOf(network).sweepBatch);
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const trial = await tryBatch(wallet, callOf, batch);
    if (trial === null) {
      batches.unshift(...batchesOf(batch, Math.ceil(batch.length / 2)));
      continue;
    }
    const { paying, units } = trial;
    done += batch.length;
    if (paying.length === 0) continue;
    total += units;
    const amount = formatUnits(units, tokenRecord.decimals);
    const fee = formatUnits(trial.fee, coin.decimals);
    const told = `${done}/${salts.length}  ${amount} USDT from ${paying.length} addresses`;
    if (isTrial) print(`${told}  would cost about ${fee} ${coin.name}`);
    else print(`${told}  ${(await wallet.send(callOf(paying))).hash}`);
  }
  print(`${isTrial ? 'Would sweep' : 'Swept'} ${formatUnits(total, tokenRecord.decimals)} USDT.`);
}

type Trial = ReturnType<typeof payingSalts> & { readonly fee: bigint };

/** What a batch would move, and for what; null if it is refused and fewer addresses may pass. */
async function tryBatch(
  wallet: OperatorWallet,
  callOf: (some: readonly Hex[]) => { readonly to: Hex; readonly data: Hex },
  batch: readonly Hex[],
): Promise<Trial | null> {
  try {
    const found = payingSalts(await wallet.tryCall(callOf(batch)), batch);
    return { ...found, fee: found.paying.length > 0 ? await requireCoin(wallet, callOf(found.paying)) : 0n };
  } catch (error) {
    if (error instanceof RefusedCall && batch.length > 1) return null;
    throw error;
  }
}

/** What one wallet sweeps: addresses of one factory, which pay to its treasury only. */
export type SweepJob = {
  readonly network: Network;
  readonly chainId: number;
  readonly token: Hex;
  readonly factory: DepositFactory;
  readonly salts: readonly Hex[];
};

const COLUMNS = [
  'network',
  'chain_id',
  'contract_address',
  'factory_address',
  'wallet_address',
  'salt',
  'address',
];

/**
 * Reads the file of the sweeping page, or of `portside sweep list`. Each address is computed again from factory, treasury
 * and salt, and on a public chain the token is the pinned one. Throws a CommandError if one differs, or the file is
 * another one.
 */
export function readSweepList(text: string): SweepJob[] {
  const rows = readRows(text);
  const missing = COLUMNS.filter((column) => rows.length > 0 && !(column in rows[0]!));
  if (missing.length > 0) throw new CommandError(`The list has no column ${missing.join(', ')}.`);
  const byFactory = Map.groupBy(rows, (row) =>
    COLUMNS.slice(0, 5)
      .map((column) => row[column])
      .join(' '),
  );
  return [...byFactory.values()].map((own) => readJob(own));
}

type Row = Readonly<Record<string, string>>;

function readRows(text: string): Row[] {
  try {
    return parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw new CommandError(`The list is no CSV file: ${(error as Error).message}`);
  }
}

function readJob(rows: readonly Row[]): SweepJob {
  const [first] = rows;
  const network = NETWORKS.find((one) => one === first!['network']);
  const chainId = Number(first!['chain_id']);
  if (!network || !Number.isSafeInteger(chainId))
    throw new CommandError('The list names an unknown network.');
  const read = (row: Row, column: string): Hex => {
    const address = parseAddressOrNull(network, row[column]!);
    if (address === null) throw new CommandError(`${row[column]}: not an address on ${network}.`);
    return address;
  };
  const factory = {
    prefix: create2PrefixOf(network, chainId),
    factory: read(first!, 'factory_address'),
    treasury: read(first!, 'wallet_address'),
  };
  const token = read(first!, 'contract_address');
  const pinned = pinnedToken(network, chainId);
  if (pinned !== null && token !== pinned)
    throw new CommandError(
      `${first!['contract_address']} is not USDT on ${network}: that is ${formatAddress(network, pinned)}.`,
    );
  const salts = rows.map((row) => {
    const salt = row['salt']! as Hex;
    if (!/^0x[0-9a-f]{64}$/.test(salt) || depositAddressOf(factory, salt) !== read(row, 'address'))
      throw new CommandError(`${row['address']} is not the address that factory, treasury and salt make.`);
    return salt;
  });
  return { network, chainId, token, factory, salts };
}
