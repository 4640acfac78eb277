import { readFileSync, writeFileSync } from 'node:fs';
import { type CompiledContract, compileSources, generatedModule } from './compile-sources.ts';

/** The contracts that have a generated module, by the file that each stands in. */
const CONTRACTS = {
  Checkout: 'Checkout',
  UsdtLookalike: 'UsdtLookalike',
  DepositAddress: 'DepositFactory',
  DepositFactory: 'DepositFactory',
} as const;

/** Compiles the contracts that have a generated module. Throws the compiler's messages on any error or warning. */
export function compileContracts(): CompiledContract[] {
  const files = new Set(Object.values(CONTRACTS));
  const texts = Object.fromEntries([...files].map((file) => [`contracts/${file}.sol`, readSource(file)]));
  const compiled = compileSources(texts);
  return Object.entries(CONTRACTS).map(([name, file]) => {
    const found = compiled[`contracts/${file}.sol`]?.find((one) => one.name === name);
    if (!found) throw new Error(`The compiler left out ${name}`);
    return found;
  });
}

/** Source of a contract; the name may contain a folder. */
export function readSource(name: string): string {
  return readFileSync(new URL(`../contracts/${name}.sol`, import.meta.url), 'utf8');
}

if (import.meta.main)
  for (const contract of compileContracts()) {
    const { file, text } = generatedModule(contract);
    writeFileSync(new URL(`./generated/${file}`, import.meta.url), text);
  }
