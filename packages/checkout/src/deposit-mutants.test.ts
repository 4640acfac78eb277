import { beforeAll, expect, test } from 'vitest';
import { type CompiledContract, compileSources, readSource } from './compile-sources.ts';
import { depositAttacks } from './testing/deposit-attacks.ts';
import { type DepositWorld, startDepositWorld, TOKENS } from './testing/contract-world.ts';
import { fuzzDeposits } from './testing/fuzz-deposits.ts';

const source = readSource('DepositFactory');

/** Factories with one bug each: the attacks must detect all of them. */
const MOVE = '(isDone,) = token.call(abi.encodeCall(IERC20.transfer, (TREASURY, before)));';
const RESULT = 'if (!isDone || left >= before) revert NotSwept(token);';
const MAKE = 'if (clone.code.length == 0) _make(code, salts[at]);';
const SWEEP = `try DepositAddress(clone).sweep(token) returns (uint256 amount) {
                swept[at] = amount;
            }`;
const END = 'function _make(bytes memory code, bytes32 salt) private {';
const CATCH = source.slice(
  source.indexOf('catch {'),
  source.indexOf('revert GasTooLow();\n            }') + 34,
);

type Mutant = { bug: string; from: string; to: string; also?: readonly [string, string] };
const mutants: Mutant[] = [
  { bug: 'sends it to whoever calls', from: '(TREASURY, before)', to: '(msg.sender, before)' },
  { bug: 'sends it to whoever signed', from: '(TREASURY, before)', to: '(tx.origin, before)' },
  { bug: 'keeps a unit', from: '(TREASURY, before)', to: '(TREASURY, before - 1)' },
  { bug: 'sends the coin to whoever calls', from: 'TREASURY.call{value', to: 'msg.sender.call{value' },
  { bug: 'leaves the coin', from: '(isDone,) = TREASURY.call{value: before}("");', to: 'isDone = true;' },
  { bug: 'believes the token', from: RESULT, to: 'if (!isDone) revert NotSwept(token);' },
  { bug: 'wants all of it gone', from: 'left >= before', to: 'left > 0' },
  {
    bug: 'wants an answer from Tether',
    from: MOVE,
    to: 'isDone = IERC20(token).transfer(TREASURY, before);',
  },
  {
    bug: 'wants true from a transfer',
    from: MOVE,
    to: `{
            bytes memory told;
            (isDone, told) = token.call(abi.encodeCall(IERC20.transfer, (TREASURY, before)));
            isDone = isDone && (told.length == 0 || abi.decode(told, (bool)));
        }`,
  },
  { bug: 'tells what was there', from: 'return before - left;', to: 'return left;' },
  { bug: 'refuses where nothing lies', from: 'if (before == 0) return 0;', to: 'require(before > 0);' },
  { bug: 'cannot find made ones', from: MAKE, to: '_make(code, salts[at]);' },
  { bug: 'makes none', from: MAKE, to: '' },
  {
    bug: 'one stops all',
    from: `${SWEEP} ${CATCH}`,
    to: 'swept[at] = DepositAddress(clone).sweep(token);',
  },
  {
    bug: 'succeeds with too little gas',
    from: 'if (gasleft() < gasBefore / LEFT_AT_LEAST) revert GasTooLow();',
    to: '',
  },
  { bug: 'demands too little gas', from: 'LEFT_AT_LEAST = 16', to: 'LEFT_AT_LEAST = 40' },
  { bug: 'does not answer what was swept', from: 'swept[at] = amount;', to: '' },
  {
    bug: 'answers in another order',
    from: 'swept[at] = amount;',
    to: 'swept[salts.length - 1 - at] = amount;',
  },
  { bug: 'forgets the last', from: 'at < salts.length;', to: 'at + 1 < salts.length;' },
  {
    bug: 'an address of whoever calls',
    from: 'salts[at], codeHash',
    to: 'salts[at] ^ bytes20(msg.sender), codeHash',
  },
  { bug: 'the wrong first byte', from: 'PREFIX = 0xff;', to: 'PREFIX = 0x41;' },
  { bug: 'any treasury', from: 'if (treasury == address(0)) revert TreasuryMissing();', to: '' },
  {
    bug: 'another treasury for the addresses',
    from: 'new DepositAddress{salt: 0}(treasury)',
    to: 'new DepositAddress{salt: 0}(msg.sender)',
  },
  {
    bug: 'a clone of something else',
    from: 'abi.encodePacked(CLONE_HEAD, IMPLEMENTATION',
    to: 'abi.encodePacked(CLONE_HEAD, TREASURY',
  },
  { bug: 'takes coin', from: END, to: `receive() external payable {}\n ${END}` },
  {
    bug: 'can be ended',
    from: END,
    to: `function end() external { selfdestruct(payable(msg.sender)); }\n ${END}`,
  },
  {
    bug: 'runs foreign code',
    from: END,
    to: `function run(address one) external { (bool done, ) = one.delegatecall(""); require(done); }\n ${END}`,
  },
  {
    bug: 'remembers an owner',
    from: END,
    to: `address private owner; function own() external { owner = msg.sender; }\n ${END}`,
  },
  {
    bug: 'addresses take coin',
    from: 'function _balanceOf(address token)',
    to: 'receive() external payable {}\n function _balanceOf(address token)',
    also: ['DepositAddress(clone)', 'DepositAddress(payable(clone))'],
  },
  {
    bug: 'addresses pay whom one names',
    from: 'function _balanceOf(address token)',
    to: `function pay(address token, address to) external { IERC20(token).transfer(to, 1); }
         function _balanceOf(address token)`,
  },
];

const PREFIXES = `if (made == _create2(0xff, 0, codeHash)) PREFIX = 0xff;`;
/** The constructor as TRON's machine runs it: there CREATE2 hashes another first byte. */
const onTron: Mutant = {
  bug: 'on TRON',
  from: 'address made = address(new DepositAddress{salt: 0}(treasury));\n        IMPLEMENTATION = made;',
  to: 'address made = address(new DepositAddress{salt: 0}(treasury));\n IMPLEMENTATION = made;\n made = TRON_SAYS;',
};

function plant(text: string, { bug, from, to, also = ['', ''] }: Mutant): string {
  expect(text, bug).toContain(from);
  expect(text, bug).toContain(also[0]);
  return text.replaceAll(from, to).replace(...also);
}

let compiled: Record<string, CompiledContract[]>;
beforeAll(() => {
  const texts = Object.fromEntries(mutants.map((mutant) => [mutant.bug, plant(source, mutant)]));
  const codeHash = 'keccak256(abi.encodePacked(type(DepositAddress).creationCode, abi.encode(treasury)))';
  for (const [name, byte] of [
    ['on TRON', '0x41'],
    ['on a third kind of chain', '0xfe'],
  ] as const)
    texts[name] = plant(source, onTron).replaceAll('TRON_SAYS', `_create2(${byte}, 0, ${codeHash})`);
  expect(source).toContain(PREFIXES);
  compiled = compileSources(texts, { acceptWarnings: true });
});

const factoryOf = (name: string): CompiledContract =>
  compiled[name]!.find((one) => one.name === 'DepositFactory')!;

test.each(mutants)('caught: $bug', async ({ bug }) => {
  expect(await findCatcher(factoryOf(bug))).not.toBeNull();
});

test('nothing is caught where nothing is wrong', async () => {
  expect(await findCatcher(undefined)).toBeNull();
});

test.each([
  'sends it to whoever calls',
  'sends the coin to whoever calls',
  'cannot find made ones',
  'addresses pay whom one names',
])('random calls find it too: %s', async (bug) => {
  const world = await startDepositWorld(TOKENS[0], factoryOf(bug));
  expect(await holds((one) => fuzzDeposits(one, { seed: 1, calls: 150 }), world)).toBe(false);
  await world.stop();
});

test('where CREATE2 hashes 0x41, the factory finds that; any other first byte is refused', async () => {
  const world = await startDepositWorld(TOKENS[0]);
  const factory = await world.deploy(factoryOf('on TRON'), [world.factory]);
  expect(await world.read(factory, 'PREFIX')).toBe(0x41);
  await expect(world.deploy(factoryOf('on a third kind of chain'), [world.factory])).rejects.toThrow();
  await world.stop();
});

/** The first attack that succeeds against the contract, by name; each is tried with both Tether look-alikes. */
async function findCatcher(contract: CompiledContract | undefined): Promise<string | null> {
  for (const token of TOKENS.slice(0, 2)) {
    const world = await startDepositWorld(token, contract).catch(() => null);
    if (!world) return 'cannot be made';
    try {
      for (const attack of depositAttacks) if (!(await holds(attack.run, world))) return attack.name;
    } finally {
      await world.stop();
    }
  }
  return null;
}

const holds = (run: (world: DepositWorld) => Promise<void>, world: DepositWorld): Promise<boolean> =>
  run(world).then(
    () => true,
    () => false,
  );
