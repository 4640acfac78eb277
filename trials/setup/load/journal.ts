import type { Network } from '@portside/contract';
import type { Hex } from 'viem';

/** `asked`: no answer yet, so it may or may not exist; the same key is repeated. */
type Answered = 'asked' | 'acknowledged' | 'refused';

export type OrderEntry = {
  readonly key: string;
  readonly userId: string;
  readonly goodsId: string;
  readonly quantity: number;
  state: Answered;
  orderNo: string | null;
};

export type RechargeEntry = {
  readonly key: string;
  readonly userId: string;
  readonly network: Network;
  readonly amount: string;
  state: Answered;
  orderId: string | null;
  payAmountMicro: bigint;
  /** Where it is to be paid to, 20 bytes; null until it is acknowledged. */
  to: Hex | null;
  isPaid: boolean;
};

type TransferEntry = {
  readonly network: Network;
  readonly hash: Hex;
  readonly userId: string;
  readonly amountMicro: bigint;
  readonly rechargeId: string;
};

export type ImportEntry = { readonly tag: string; readonly lines: number; isAcknowledged: boolean };

/** What the shop has answered, in the trial's own process, which is never killed. */
export class Journal {
  readonly orders = new Map<string, OrderEntry>();
  readonly recharges = new Map<string, RechargeEntry>();
  readonly transfers: TransferEntry[] = [];
  readonly imports: ImportEntry[] = [];
  /** Answers that contradict each other. */
  readonly contradictions: string[] = [];
  /** Orders with an open request. */
  readonly underWay = new Set<OrderEntry>();
  /** Orders that got at least one "try again". */
  readonly toldToWait = new Set<OrderEntry>();
  repeats = 0;
  /** Called at each acknowledged order. */
  onAcknowledged: () => void = () => undefined;

  acknowledgeOrder(entry: OrderEntry, orderNo: string): void {
    if (entry.orderNo !== null) {
      this.repeats += 1;
      if (entry.orderNo !== orderNo)
        this.contradictions.push(`key ${entry.key} answered ${entry.orderNo}, then ${orderNo}`);
    }
    entry.state = 'acknowledged';
    entry.orderNo = orderNo;
    this.onAcknowledged();
  }

  /** If an acknowledged key is refused later, its order is lost. */
  refuse(entry: OrderEntry | RechargeEntry, code: number): void {
    if (entry.state === 'acknowledged')
      this.contradictions.push(`key ${entry.key} was acknowledged, then refused with ${code}`);
    else entry.state = 'refused';
  }

  acknowledgeRecharge(
    entry: RechargeEntry,
    { orderId, ...asked }: { orderId: string; payAmountMicro: bigint; to: Hex },
  ): void {
    if (entry.orderId !== null && entry.orderId !== orderId)
      this.contradictions.push(`key ${entry.key} answered ${entry.orderId}, then ${orderId}`);
    Object.assign(entry, { state: 'acknowledged', orderId, ...asked });
  }

  countOrders(state: Answered): number {
    return this.ordersOf(state).length;
  }

  ordersOf(state: Answered): OrderEntry[] {
    return [...this.orders.values()].filter((entry) => entry.state === state);
  }
}
