import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Abi, type Hex, keccak256 } from 'viem';
import solc from 'solc';

const require = createRequire(import.meta.url);

export type CompiledContract = {
  name: string;
  abi: Abi;
  /** Creation code, 0x hex without constructor arguments. */
  bytecode: Hex;
  /** Runtime code with zeros in place of the immutables. */
  runtimeTemplate: Hex;
  /** Byte offsets of each immutable, as a 32-byte word. */
  immutables: Record<string, readonly number[]>;
};

/**
 * Compiles Solidity sources offline; answers the contracts of each in source order. Throws the compiler's messages
 * on any error, and on any warning unless warnings are accepted.
 */
export function compileSources(
  texts: Readonly<Record<string, string>>,
  { acceptWarnings = false } = {},
): Record<string, CompiledContract[]> {
  const output = JSON.parse(
    solc.compile(JSON.stringify(compilerInput(texts)), { import: findImport }),
  ) as Output;
  const complaints = (output.errors ?? []).filter((one) => !acceptWarnings || one.severity === 'error');
  if (complaints.length > 0) throw new Error(complaints.map((one) => one.formattedMessage).join('\n'));
  return Object.fromEntries(Object.keys(texts).map((file) => [file, pickContracts(file, output)]));
}

function compilerInput(texts: Readonly<Record<string, string>>) {
  return {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(texts).map(([file, content]) => [file, { content }])),
    settings: {
      // Paris has no PUSH0, MCOPY or transient storage, so the same code runs on every network.
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 10_000 },
      // Otherwise a changed comment would change the code that the payment page compares byte by byte.
      metadata: { bytecodeHash: 'none' },
      outputSelection: {
        '*': {
          '': ['ast'],
          '*': [
            'abi',
            'evm.bytecode.object',
            'evm.deployedBytecode.object',
            'evm.deployedBytecode.immutableReferences',
          ],
        },
      },
    },
  };
}

function pickContracts(file: string, { contracts, sources }: Output): CompiledContract[] {
  const variables = sources[file]?.ast.nodes.flatMap((node) => node.nodes ?? []) ?? [];
  return Object.entries(contracts[file] ?? {}).map(([name, { abi, evm }]) => {
    const places = Object.entries(evm.deployedBytecode.immutableReferences).map(([id, found]) => {
      const variable = variables.find((node) => node.id === Number(id));
      if (!variable?.name) throw new Error(`${name} has an immutable without a name`);
      return [variable.name, found.map((place) => place.start)] as const;
    });
    return {
      name,
      abi,
      bytecode: `0x${evm.bytecode.object}`,
      runtimeTemplate: `0x${evm.deployedBytecode.object}`,
      immutables: Object.fromEntries(places),
    };
  });
}

function findImport(path: string) {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch (cause) {
    return { error: String(cause) };
  }
}

type Output = {
  errors?: { severity: 'error' | 'warning' | 'info'; formattedMessage: string }[];
  sources: Record<string, { ast: { nodes: { nodes?: { id: number; name?: string }[] }[] } }>;
  contracts: Record<
    string,
    Record<
      string,
      {
        abi: Abi;
        evm: {
          bytecode: { object: string };
          deployedBytecode: {
            object: string;
            immutableReferences: Record<string, { start: number; length: number }[]>;
          };
        };
      }
    >
  >;
};

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
