import { compileSources, type CompiledContract } from '@portside/checkout/compile-sources';
import { readFileSync } from 'node:fs';

const FILE = 'Attackers.sol';

export type ContractName = 'Emitter' | 'NamedToken' | 'ContractWallet' | 'Pretender' | 'Mute';
export type Contracts = Readonly<Record<ContractName, CompiledContract>>;

/** The attackers' contracts, compiled now and offline. */
export function compileContracts(): Contracts {
  const text = readFileSync(new URL(`contracts/${FILE}`, import.meta.url), 'utf8');
  const compiled = compileSources({ [FILE]: text })[FILE]!;
  return Object.fromEntries(compiled.map((one) => [one.name, one])) as Record<ContractName, CompiledContract>;
}
