/**
 * Is every payment to one of many own addresses credited, once? `node trials/addresses.ts --addresses 100000
 * --payments 2000 --hours 12 --network BSC --seed 7` pays hot and cold addresses while the follower is killed and started
 * again. Exits with 1 if a payment is missed, doubled or credited to somebody else. PostgreSQL only.
 */
import { NETWORKS } from '@portside/contract';
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { runAddresses } from './setup/runs/run-addresses.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '100000' },
    payments: { type: 'string', default: '2000' },
    hours: { type: 'string', default: '12' },
    network: { type: 'string', default: 'BSC' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const network = NETWORKS.find((one) => one === values.network);
if (!network) throw new Error(`--network: one of ${NETWORKS.join(', ')}`);
say(`${values.addresses} addresses on ${network}, seed ${values.seed}`);
const { faults, ...found } = await runAddresses({
  network,
  addresses: Number(values.addresses),
  payments: Number(values.payments),
  hours: Number(values.hours),
  seed: Number(values.seed),
  tell: say,
});
for (const fault of faults.slice(0, 20)) say(`FAULT ${fault}`);
say(
  `${found.payments} payments, ${found.toHot} to hot addresses; ${found.kills} kills; ${found.callsAMinute.toFixed(1)} calls a minute and node; ${found.seconds} s`,
);
say(`${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
