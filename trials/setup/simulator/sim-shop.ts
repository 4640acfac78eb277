import { parseMicro } from '@portside/contract';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { chainsOf } from '@portside/chain';
import { getOwnAddress } from '../../../apps/server/src/features/deposit-addresses/index.ts';
import {
  findActiveMethod,
  setPaymentMethod,
} from '../../../apps/server/src/features/payment-methods/index.ts';
import { cancelRecharge } from '../../../apps/server/src/features/recharges/own-recharges.ts';
import { createRecharge } from '../../../apps/server/src/features/recharges/create-recharge.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { Refusal } from '../../../apps/server/src/platform/refusal.ts';
import { buildBuyer, type TestBuyer } from '../../../apps/server/src/testing/build.ts';
import { forgetMethods, markSound } from '../../../apps/server/src/testing/sealed-rows.ts';
import type { Random } from '../random.ts';
import type { Face } from './chain-model.ts';
import { someAddress, type Places, type Wanted } from './traffic.ts';

const BUYERS = 3;
const AMOUNTS = ['10', '20', '50'];
const THREE_DAYS_MS = 3 * 24 * 3_600_000;

type Asked = Wanted & { readonly buyer: TestBuyer; readonly orderId: string };

/** The buyers of a run and their top-ups, created with the shop's own use cases. */
export class SimShop {
  readonly ctx: Ctx;
  readonly places: Places;
  readonly wanted: Asked[] = [];
  /** The owners of the addresses shown to buyers. */
  readonly owners = new Map<Hex, bigint>();
  /** Those of them that the follower need not read with every scan. */
  readonly cold = new Set<Hex>();
  readonly #face: Face;
  readonly #random: Random;
  readonly #buyers: readonly TestBuyer[];

  private constructor(ctx: Ctx, face: Face, random: Random, places: Places, buyers: readonly TestBuyer[]) {
    this.ctx = ctx;
    this.#face = face;
    this.#random = random;
    this.places = places;
    this.#buyers = buyers;
  }

  /** Resets what earlier runs followed; their books stay. */
  static async open(ctx: Ctx, face: Face, random: Random): Promise<SimShop> {
    for (const table of [
      'chain_cursors',
      'address_cursors',
      'chain_statuses',
      'pending_transfers',
    ] as const) {
      await ctx.db.deleteFrom(table).execute();
    }
    await forgetMethods(ctx);
    // The database chooses the amounts of top-ups, so it is seeded too.
    await sql`select setseed(${random.below(1_000_000) / 1_000_000})`.execute(ctx.db);
    const [token, lookalike, checkout] = [someAddress(random), someAddress(random), someAddress(random)];
    const unitsPerMicro = 10n ** BigInt(face.decimals - 6);
    const minimumMicro = chainsOf(face.network).leastDepositMicro;
    const addresses = { token, lookalike, checkout, treasuries: [], own: [] };
    const places = { ...addresses, unitsPerMicro, minimumMicro };
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => buildBuyer(ctx)));
    const shop = new SimShop(ctx, face, random, places, buyers);
    await shop.useNewTreasury();
    return shop;
  }

  get userIds(): bigint[] {
    return this.#buyers.map(({ id }) => id);
  }

  /** The previous treasury is retired but still watched, and so are the addresses that paid to it. */
  async useNewTreasury(): Promise<void> {
    const walletAddress = someAddress(this.#random);
    const { token: contractAddress, checkout: checkoutAddress } = this.places;
    const { network, chainId, hasOwnAddresses } = this.#face;
    const isOwn = hasOwnAddresses && (this.places.treasuries.length === 0 || this.#random.chance(0.7));
    const method = {
      type: network,
      chainId,
      contractAddress,
      walletAddress,
      checkoutAddress,
      ...(isOwn && { factoryAddress: someAddress(this.#random) }),
    };
    await setPaymentMethod(this.ctx, { ...method, nodesOnLoopback: true });
    await markSound(this.ctx, network);
    this.places.treasuries.push(walletAddress);
  }

  /** A buyer creates a top-up. Returns the refusal's name if the shop refused. */
  async ask(): Promise<string> {
    const buyer = this.#random.pick(this.#buyers);
    const body = { type: this.#face.network, amount: this.#random.pick(AMOUNTS) };
    const idempotencyKey = this.#random.id();
    return orReason(async () => {
      const recharge = await createRecharge(buyer.ctx, { body, idempotencyKey });
      const own = await this.#showAddress(buyer);
      this.wanted.push({
        buyer,
        userId: buyer.id,
        orderId: recharge.order_id,
        wallet: own ?? this.places.treasuries.at(-1)!,
        payMicro: parseMicro(recharge.pay_amount),
        orderRef: recharge.order_ref as Hex,
      });
    });
  }

  /** A buyer looks at their own address, if the network has any now. */
  async lookAtAddress(): Promise<string> {
    const buyer = this.#random.pick(this.#buyers);
    return orReason(() => this.#showAddress(buyer));
  }

  /** Lets an address cool: nobody looked at it or paid to it for days. */
  async letCool(): Promise<void> {
    const address = this.#random.pick(this.places.own);
    this.cold.add(address);
    await this.ctx.db
      .updateTable('deposit_addresses')
      .set({ opened_at: new Date(this.ctx.clock.now().getTime() - THREE_DAYS_MS), paid_at: null })
      .where('chain_id', '=', BigInt(this.#face.chainId))
      .where('address', '=', address)
      .execute();
  }

  async #showAddress(buyer: TestBuyer): Promise<Hex | null> {
    const method = (await findActiveMethod(this.ctx, this.#face.network))!;
    const own = await getOwnAddress(buyer.ctx, method, buyer.id);
    if (!own) return null;
    if (!this.owners.has(own.address)) this.places.own.push(own.address);
    this.owners.set(own.address, buyer.id);
    this.cold.delete(own.address);
    return own.address;
  }

  async cancel(): Promise<string> {
    const asked = this.#random.pick(this.wanted);
    return orReason(() => cancelRecharge(asked.buyer.ctx, { params: { order_id: asked.orderId } }));
  }
}

async function orReason(step: () => Promise<unknown>): Promise<string> {
  try {
    await step();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}
