import { beforeAll, expect, test } from 'vitest';
import { readSource } from './compile-contracts.ts';
import { type CompiledContract, compileSources } from './compile-sources.ts';
import { attacks } from './testing/attacks.ts';
import { type ContractWorld, startContractWorld } from './testing/contract-world.ts';

const source = readSource('Checkout');

/** Checkouts with one bug each: the attacks must detect all of them. */
const MARK = 'paid[msg.sender][orderRef] = true;';
const BEFORE = 'uint256 balanceBefore = TOKEN.balanceOf(TREASURY);';
const MOVE = 'TOKEN.safeTransferFrom(msg.sender, TREASURY, amount);';
const MARK_AND_MOVE = source.slice(source.indexOf(MARK), source.indexOf(MOVE) + MOVE.length);
const END = `emit Paid(orderRef, msg.sender, amount, TOKEN.balanceOf(TREASURY) - balanceBefore);
    }`;

const mutants: { bug: string; from: string; to: string }[] = [
  { bug: 'no deadline', from: 'if (block.timestamp > deadline) revert DeadlinePassed(deadline);', to: '' },
  { bug: 'the last second is late', from: 'block.timestamp > deadline', to: 'block.timestamp >= deadline' },
  { bug: 'a payment of nothing', from: 'if (amount == 0) revert AmountMissing();', to: '' },
  { bug: 'paid twice', from: MARK, to: '' },
  { bug: 'one payer for an order', from: 'paid[msg.sender][orderRef]', to: 'paid[address(0)][orderRef]' },
  { bug: 'marked after the token was called', from: MARK_AND_MOVE, to: `${BEFORE}${MOVE} ${MARK}` },
  { bug: 'takes from whoever signed', from: 'From(msg.sender,', to: 'From(tx.origin,' },
  { bug: 'keeps the money', from: MOVE, to: MOVE.replace('TREASURY', 'address(this)') },
  { bug: 'wants an answer from Tether', from: MOVE, to: 'TOKEN.transferFrom(msg.sender, TREASURY, amount);' },
  {
    bug: 'does not mind the answer',
    from: MOVE,
    to: `(bool done, ) = address(TOKEN).call(abi.encodeCall(IERC20.transferFrom, (msg.sender, TREASURY, amount)));
         require(done);`,
  },
  { bug: 'tells what was asked for', from: 'TOKEN.balanceOf(TREASURY) - balanceBefore', to: 'amount' },
  { bug: 'leaves a unit allowed', from: 'TREASURY, amount);', to: 'TREASURY, amount - 1);' },
  { bug: 'takes ether', from: END, to: `${END}\n receive() external payable {}` },
  {
    bug: 'can be ended',
    from: END,
    to: `${END}\n function end() external { selfdestruct(payable(msg.sender)); }`,
  },
  {
    bug: 'runs foreign code',
    from: END,
    to: `${END}\n function run(address code) external { (bool done, ) = code.delegatecall(""); require(done); }`,
  },
  {
    bug: 'any token',
    from: 'if (address(token).code.length == 0) revert TokenHasNoCode(address(token));',
    to: '',
  },
  { bug: 'any treasury', from: 'if (treasury == address(0)) revert TreasuryMissing();', to: '' },
];

function plant({ bug, from, to }: (typeof mutants)[number]): string {
  expect(source, bug).toContain(from);
  return source.replaceAll(from, to);
}

let compiled: Record<string, CompiledContract[]>;
beforeAll(() => {
  const texts = Object.fromEntries(mutants.map((mutant) => [mutant.bug, plant(mutant)]));
  compiled = compileSources(texts, { acceptWarnings: true });
});

test.each(mutants)('caught: $bug', async ({ bug }) => {
  expect(await findCatcher(compiled[bug]!.find(({ name }) => name === 'Checkout'))).not.toBeNull();
});

test('nothing is caught where nothing is wrong', async () => {
  expect(await findCatcher(undefined)).toBeNull();
});

/** The first attack that succeeds against the contract, by name; each is tried with both Tether look-alikes. */
async function findCatcher(contract: CompiledContract | undefined): Promise<string | null> {
  for (const onTron of [false, true]) {
    const world = await startContractWorld(onTron, contract);
    try {
      for (const attack of attacks) if (!(await holds(attack, world))) return attack.name;
    } finally {
      await world.stop();
    }
  }
  return null;
}

const holds = (attack: (typeof attacks)[number], world: ContractWorld): Promise<boolean> =>
  attack.run(world).then(
    () => true,
    () => false,
  );
