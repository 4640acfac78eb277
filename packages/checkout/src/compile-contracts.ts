import { readFileSync } from 'node:fs';
import { type CompiledContract, compileSources } from './compile-sources.ts';

const CONTRACTS = ['Checkout', 'UsdtLookalike'] as const;

/** What has a generated module. Throws with the compiler's words on any error or warning. */
export function compileContracts(): CompiledContract[] {
  const texts = Object.fromEntries(CONTRACTS.map((name) => [`contracts/${name}.sol`, readSource(name)]));
  const compiled = compileSources(texts);
  return CONTRACTS.map((name) => {
    const found = compiled[`contracts/${name}.sol`]?.find((one) => one.name === name);
    if (!found) throw new Error(`The compiler left out ${name}`);
    return found;
  });
}

/** Text of a contract; a name may hold a folder. */
export function readSource(name: string): string {
  return readFileSync(new URL(`../contracts/${name}.sol`, import.meta.url), 'utf8');
}
