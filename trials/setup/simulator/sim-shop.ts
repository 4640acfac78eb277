import { parseMicro, type Network } from '@portside/contract';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { setPaymentMethod } from '../../../apps/server/src/features/payment-methods/index.ts';
import { cancelRecharge } from '../../../apps/server/src/features/recharges/cancel-recharge.ts';
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

type Asked = Wanted & { readonly buyer: TestBuyer; readonly orderId: string };

/** The buyers of a run and their top-ups, created with the shop's own verbs. */
export class SimShop {
  readonly ctx: Ctx;
  readonly places: Places;
  readonly wanted: Asked[] = [];
  readonly #network: Network;
  readonly #chainId: number;
  readonly #random: Random;
  readonly #buyers: readonly TestBuyer[];

  private constructor(ctx: Ctx, face: Face, random: Random, places: Places, buyers: readonly TestBuyer[]) {
    this.ctx = ctx;
    this.#network = face.network;
    this.#chainId = face.chainId;
    this.#random = random;
    this.places = places;
    this.#buyers = buyers;
  }

  /** Resets what earlier runs followed; their books stay. */
  static async open(ctx: Ctx, face: Face, random: Random): Promise<SimShop> {
    for (const table of ['chain_cursors', 'chain_statuses', 'pending_transfers'] as const) {
      await ctx.db.deleteFrom(table).execute();
    }
    await forgetMethods(ctx);
    // The database chooses the amounts of top-ups, so it is seeded too.
    await sql`select setseed(${random.below(1_000_000) / 1_000_000})`.execute(ctx.db);
    const [token, lookalike, checkout] = [someAddress(random), someAddress(random), someAddress(random)];
    const places = { token, lookalike, checkout, treasuries: [] };
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => buildBuyer(ctx)));
    const shop = new SimShop(ctx, face, random, places, buyers);
    await shop.useNewTreasury();
    return shop;
  }

  get userIds(): bigint[] {
    return this.#buyers.map(({ id }) => id);
  }

  /** The previous one is retired, but still watched. */
  async useNewTreasury(): Promise<void> {
    const walletAddress = someAddress(this.#random);
    const { token: contractAddress, checkout: checkoutAddress } = this.places;
    const method = {
      type: this.#network,
      chainId: this.#chainId,
      contractAddress,
      walletAddress,
      checkoutAddress,
    };
    await setPaymentMethod(this.ctx, { ...method, nodesOnLoopback: true });
    await markSound(this.ctx, this.#network);
    this.places.treasuries.push(walletAddress);
  }

  /** A buyer creates a top-up. Returns the refusal's name if the shop refused. */
  async ask(): Promise<string> {
    const buyer = this.#random.pick(this.#buyers);
    const body = { type: this.#network, amount: this.#random.pick(AMOUNTS) };
    const idempotencyKey = this.#random.id();
    return orReason(async () => {
      const recharge = await createRecharge(buyer.ctx, { body, idempotencyKey });
      this.wanted.push({
        buyer,
        userId: buyer.id,
        orderId: recharge.order_id,
        wallet: this.places.treasuries.at(-1)!,
        payMicro: parseMicro(recharge.pay_amount),
        orderRef: recharge.order_ref as Hex,
      });
    });
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
