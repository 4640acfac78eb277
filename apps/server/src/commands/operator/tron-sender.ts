import { buildDeployTransaction, buildTriggerTransaction } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { sign } from 'viem/accounts';
import { CommandError } from '../command.ts';
import { RefusedCall, type Sendable, type Sender } from './sender.ts';

type Opening = { readonly url: string; readonly key: Hex; readonly owner: Hex };

const TIMEOUT_MS = 20_000;
const ASK_EVERY_MS = 3_000;
const WAIT_MS = 180_000;
const SUN_PER_BYTE = 1_000n;
/** Approximate size of a transaction beside its data. */
const BYTES = 350n;
/** java-tron takes at most 15,000 TRX. */
const HIGHEST_FEE_SUN = 3_000_000_000;

/**
 * Sends from a TRON wallet of this machine; fees in sun. A call is tried first: one that the contract or the node refuses
 * is not sent (CommandError). Throws a CommandError too where the transaction failed, or is in no block after three
 * minutes.
 */
export function tronSender({ url, key, owner }: Opening): Sender {
  const http = createTronHttp({ url, timeoutMs: TIMEOUT_MS });
  const attempt = async ({ to, data }: Sendable) => {
    const [{ energy, isRefused }, price] = await Promise.all([
      http.simulateCall({ owner, contract: to, data }),
      http.readSunPerEnergy(),
    ]);
    if (isRefused) throw new RefusedCall('The contract rejected the call. Nothing was sent.');
    return { energy, price };
  };
  return {
    async feeOf(call) {
      const { energy, price } = await attempt(call);
      const about = BigInt(energy) * BigInt(price) + (BYTES + BigInt(call.data.length / 2)) * SUN_PER_BYTE;
      // Only what is used is taken; the fee limit is not set aside.
      return { about, needed: about };
    },
    async send(call) {
      const { energy, price } = await attempt(call);
      const block = await http.readBlock();
      const basis = {
        owner,
        feeLimitSun: Math.min(HIGHEST_FEE_SUN, Math.ceil(energy * price * 1.2)),
        block,
      };
      const unsigned =
        call.to === null
          ? buildDeployTransaction({ ...basis, bytecode: call.data, name: 'Portside' })
          : buildTriggerTransaction({ ...basis, contract: call.to, data: call.data });
      const signature = await sign({ hash: `0x${unsigned.txID}`, privateKey: key, to: 'hex' });
      const { hash, refusal } = await http.broadcast({ rawData: `0x${unsigned.raw_data_hex}`, signature });
      if (refusal !== null) throw new CommandError(`The node refuses the transaction: ${refusal}`);
      for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(ASK_EVERY_MS)) {
        const result = await http.readResult(hash);
        if (result === 'failed') throw new CommandError(`${unsigned.txID} failed on the chain.`);
        if (result === 'done') return { hash: unsigned.txID, contract: await http.readContract(hash) };
      }
      throw new CommandError(`${unsigned.txID} is in no block yet. Look it up before you send it again.`);
    },
  };
}
