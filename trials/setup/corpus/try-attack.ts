import { chainsOf, parseAddress } from '@portside/chain';
import { parseMicro, type Network } from '@portside/contract';
import type { Hex } from 'viem';
import { findLedgerMismatches } from '../../../apps/server/src/features/ledger/index.ts';
import type { Attack, Outcome } from './attack.ts';
import { ATTACKS_BY_PAYMENT } from './attacks-by-payment.ts';
import { ATTACKS_BY_EVENT } from './attacks-by-event.ts';
import { ATTACKS_BY_PLACE } from './attacks-by-place.ts';
import { ATTACKS_BY_SIGNATURE } from './attacks-by-signature.ts';
import { ATTACKS_BY_TOKEN } from './attacks-by-token.ts';
import { Scene, type Stage } from './scene.ts';
import { askForTopUp } from './shop-side.ts';

/** Runs last, because it contradicts final blocks: its chain cannot be scanned afterwards. */
export const ATTACKS: readonly Attack[] = [
  ...ATTACKS_BY_TOKEN,
  ...ATTACKS_BY_EVENT,
  ...ATTACKS_BY_PAYMENT,
  ...ATTACKS_BY_SIGNATURE,
  ...ATTACKS_BY_PLACE,
];

/** At own addresses there is nothing to claim: what arrives is its owner's, whoever sent it. */
export const ATTACKS_ON_OWN_ADDRESSES: readonly Attack[] = [
  ...ATTACKS_BY_TOKEN,
  ...ATTACKS_BY_EVENT,
  ...ATTACKS_BY_PAYMENT,
  ...ATTACKS_BY_SIGNATURE.filter(({ name }) => name.includes('USDT blocks')),
  ...ATTACKS_BY_PLACE,
];

/** Runs an attack together with a true payment; the result lists every deviation. */
export async function tryAttack(stage: Stage, attack: Attack): Promise<string[]> {
  const { network, chains, world } = stage;
  // Other tests share the database and plant faults of their own.
  const known = new Set((await findLedgerMismatches(world.ctx.db)).map(({ userId }) => userId));
  const scene = new Scene(stage, await askForTopUp(world, network));
  const beside = await askForTopUp(world, network);
  const besideMicro = parseMicro(beside.recharge.pay_amount);
  // It stays pending, so it is in the same block as the attack.
  const besideHash = await chains.sendUsdt(
    network,
    parseAddress(network, beside.recharge.wallet_address!),
    besideMicro,
  );
  const outcome = await attack.run(scene);
  await scene.follow();
  await scene.mineFinal();
  await scene.follow();
  // The hourly reading finds the same once more. Without it each attack would be read again with all that follow.
  if (stage.hasOwnAddresses) await world.readAllAddresses(network);
  return [
    ...(await checkOutcome(scene, stage.hasOwnAddresses ? atOwnAddress(outcome, network) : outcome)),
    ...(await checkRecorded(scene, [besideHash], [besideMicro], 'the true payment beside it')),
    ...differ('the balance of who truly paid', besideMicro, await beside.buyer.balance()),
    ...(await findLedgerMismatches(world.ctx.db))
      .filter(({ userId }) => !known.has(userId))
      .map(({ userId }) => `the ledger of user ${userId} does not add up`),
  ];
}

/** Whatever really arrives at a buyer's own address is credited, unless the attack says otherwise. */
function atOwnAddress({ arrived = [], own, ...outcome }: Outcome, network: Network): Outcome {
  const came = own?.arrived ?? arrived;
  const sum = came.reduce((total, amount) => total + amount, 0n);
  const credited = own?.credited ?? (sum >= chainsOf(network).leastDepositMicro ? sum : 0n);
  return { ...outcome, arrived: came, credited };
}

async function checkOutcome(scene: Scene, outcome: Outcome): Promise<string[]> {
  const { hashes, arrived = [], credited = 0n, others = [] } = outcome;
  const faults = await checkRecorded(scene, hashes, arrived, 'what was recorded');
  faults.push(...differ("the attacker's balance", credited, await scene.buyer.balance()));
  for (const [buyer, micro] of others)
    faults.push(...differ('the balance of another', micro, await buyer.balance()));
  return faults;
}

async function checkRecorded(
  { world: { ctx } }: Scene,
  hashes: readonly Hex[],
  amounts: readonly bigint[],
  what: string,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('deposits')
    .select('amount_micro')
    .where('tx_hash', 'in', hashes)
    .execute();
  const sorted = (list: readonly bigint[]): string => list.map(String).toSorted().join(', ');
  return differ(what, sorted(amounts), sorted(rows.map((row) => row.amount_micro)));
}

const differ = <T extends bigint | string>(what: string, should: T, is: T): string[] =>
  should === is ? [] : [`${what} is ${is || 'nothing'}, not ${should || 'nothing'}`];
