import { readFileSync } from 'node:fs';
import { type CompiledContract, compileSources } from './compile-sources.ts';

const CONTRACTS = ['Checkout', 'UsdtLookalike'] as const;

/** Compiles the contracts that have a generated module. Throws the compiler's messages on any error or warning. */
export function compileContracts(): CompiledContract[] {
  const texts = Object.fromEntries(CONTRACTS.map((name) => [`contracts/${name}.sol`, readSource(name)]));
  const compiled = compileSources(texts);
  return CONTRACTS.map((name) => {
    const found = compiled[`contracts/${name}.sol`]?.find((one) => one.name === name);
    if (!found) throw new Error(`The compiler left out ${name}`);
    return found;
  });
}

/** Source of a contract; the name may contain a folder. */
export function readSource(name: string): string {
  return readFileSync(new URL(`../contracts/${name}.sol`, import.meta.url), 'utf8');
}
