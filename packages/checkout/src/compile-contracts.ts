import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import solc from 'solc';

const CONTRACTS = ['Checkout', 'UsdtLookalike'] as const;
const require = createRequire(import.meta.url);

export type CompiledContract = {
  name: (typeof CONTRACTS)[number];
  abi: readonly unknown[];
  /** Creation code, 0x hex without constructor arguments. */
  bytecode: `0x${string}`;
  /** Code on the chain with zeros where the immutables go. */
  runtimeTemplate: `0x${string}`;
  /** Byte offsets at which each immutable stands as a 32-byte word. */
  immutables: Record<string, readonly number[]>;
};

/** Compiles all contracts offline. Throws with the compiler's words on any error or warning. */
export function compileContracts(): CompiledContract[] {
  const output = JSON.parse(solc.compile(JSON.stringify(compilerInput()), { import: findImport })) as Output;
  const complaints = output.errors ?? [];
  if (complaints.length > 0) throw new Error(complaints.map((one) => one.formattedMessage).join('\n'));
  return CONTRACTS.map((name) => pickArtifact(name, output));
}

function compilerInput() {
  return {
    language: 'Solidity',
    sources: Object.fromEntries(CONTRACTS.map((name) => [fileOf(name), { content: readSource(name) }])),
    settings: {
      // Paris has no PUSH0, MCOPY or transient storage, so the same code runs on both chains.
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 10_000 },
      // Without it a comment would change the code that the payment page compares byte for byte.
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

function pickArtifact(name: CompiledContract['name'], output: Output): CompiledContract {
  const contract = output.contracts[fileOf(name)]?.[name];
  const source = output.sources[fileOf(name)];
  if (!contract || !source) throw new Error(`The compiler left out ${name}`);
  const { bytecode, deployedBytecode } = contract.evm;
  const variables = source.ast.nodes.flatMap((node) => node.nodes ?? []);
  const immutables = Object.entries(deployedBytecode.immutableReferences).map(([id, places]) => {
    const variable = variables.find((node) => node.id === Number(id));
    if (!variable?.name) throw new Error(`${name} has an immutable without a name`);
    return [variable.name, places.map((place) => place.start)] as const;
  });
  return {
    name,
    abi: contract.abi,
    bytecode: `0x${bytecode.object}`,
    runtimeTemplate: `0x${deployedBytecode.object}`,
    immutables: Object.fromEntries(immutables),
  };
}

function findImport(path: string) {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch (cause) {
    return { error: String(cause) };
  }
}

function readSource(name: string): string {
  return readFileSync(new URL(`../contracts/${name}.sol`, import.meta.url), 'utf8');
}

function fileOf(name: string): string {
  return `contracts/${name}.sol`;
}

type Output = {
  errors?: { formattedMessage: string }[];
  sources: Record<string, { ast: { nodes: { nodes?: { id: number; name?: string }[] }[] } }>;
  contracts: Record<
    string,
    Record<
      string,
      {
        abi: unknown[];
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
