import {
  create2PrefixOf,
  formatAddress,
  parseAddressOrNull,
  pinnedToken,
  type Network,
} from '@portside/chain';
import { depositAddressOf, type DepositFactory } from '@portside/checkout';
import { NETWORKS } from '@portside/contract';
import { parse } from 'csv-parse/sync';
import type { Hex } from 'viem';
import { CommandError } from '../command.ts';

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
 * and salt, and on a public chain the token is the pinned one. Throws a CommandError where one differs, or the file is
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
