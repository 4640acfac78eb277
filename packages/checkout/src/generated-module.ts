import { keccak256 } from 'viem';
import type { CompiledContract } from './compile-sources.ts';

/** File name and text of the TypeScript module with a compiled contract. */
export function generatedModule(contract: CompiledContract): { file: string; text: string } {
  const camel = contract.name.charAt(0).toLowerCase() + contract.name.slice(1);
  const kebab = camel.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const constants = [
    [`${camel}Abi`, contract.abi],
    [`${camel}Bytecode`, contract.bytecode],
    [`${camel}RuntimeTemplate`, contract.runtimeTemplate],
    [`${camel}RuntimeHash`, keccak256(contract.runtimeTemplate)],
    [`${camel}Immutables`, contract.immutables],
  ] as const;
  const lines = constants.map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;`,
  );
  return {
    file: `${kebab}.ts`,
    text: `// Made by "npm run compile" from contracts/${contract.name}.sol.\n\n${lines.join('\n\n')}\n`,
  };
}
