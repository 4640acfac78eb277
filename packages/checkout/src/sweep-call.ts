type Hex = `0x${string}`;

// First four bytes of the hash of `sweepMany(address,bytes32[])`; a test computes them again.
const SWEEP_MANY = 'd3c409b0';

/** Addresses in one call, and in one transaction on a network without a lower limit of its own. */
export const SWEEP_BATCH = 50;

/**
 * Gas of a sweep, measured with the test version of USDT (docs/deposits.md): of the transaction, and of each address
 * that must be deployed first or was swept before.
 */
export const SWEEP_GAS = { transaction: 39_000n, first: 54_200n, later: 14_100n } as const;
/** Energy of each address on TRON, which charges none for the transaction itself; estimated. */
export const SWEEP_ENERGY = { transaction: 0n, first: 116_000n, later: 73_000n } as const;

const word = (hex: string): string => {
  if (!/^0x([0-9a-f]{40}|[0-9a-f]{64})$/.test(hex)) throw new Error('An argument is an address or 32 bytes');
  return hex.slice(2).padStart(64, '0');
};

/** Data of a factory's call that sweeps a token from these salts' addresses. The zero address stands for the coin. */
export function sweepManyData(token: Hex, salts: readonly Hex[]): Hex {
  const length = salts.length.toString(16).padStart(64, '0');
  return `0x${SWEEP_MANY}${word(token)}${'40'.padStart(64, '0')}${length}${salts.map(word).join('')}`;
}

/** Parses the result of simulating that call: what would leave each address, in order. Throws on malformed data. */
export function readSwept(answer: string, count: number): bigint[] {
  const words = answer.replace(/^0x/, '').match(/.{64}/g) ?? [];
  const [offset, length, ...amounts] = words.map((one) => BigInt(`0x${one}`));
  if (offset !== 32n || length !== BigInt(count) || amounts.length !== count)
    throw new Error('The factory answered in another form');
  return amounts;
}

/** Splits values into groups, in order; by default of one call's size. */
export function batchesOf<T>(all: readonly T[], size: number = SWEEP_BATCH): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < all.length; start += size) batches.push(all.slice(start, start + size));
  return batches;
}

/**
 * The salts whose addresses would pay according to a simulation with all of these, and their total in the token's
 * units. Addresses swept meanwhile or refused by the token are left out, so that nothing is paid for them. Throws on
 * malformed data.
 */
export function payingSalts(
  answer: string,
  salts: readonly Hex[],
): { readonly paying: readonly Hex[]; readonly units: bigint } {
  const amounts = readSwept(answer, salts.length);
  return {
    paying: salts.filter((_, index) => amounts[index]! > 0n),
    units: amounts.reduce((sum, one) => sum + one, 0n),
  };
}
