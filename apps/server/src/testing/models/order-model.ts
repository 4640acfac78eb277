import type { OrderStatus, WarrantyClaimState, ItemState } from '@portside/contract';
import { type OrderCommand, BODIES, FUNDS, STOCK, type StockLane } from './order-commands.ts';

const MOST_RESENDS = 3;
const MOST_TRIES = 12;
const MOST_QUANTITY = 10;
const KEPT_MINUTES = 7 * 24 * 60;
const WARRANTY_MINUTES = 24 * 60;
export const LONGEST_WAIT_MINUTES = 6 * 60;

type Mail = { state: 'queued' | 'sent' | 'dead'; tries: number; nextAt: number };
type PlacedOrder = AfterSales & {
  readonly body: number;
  readonly placedAt: number;
  readonly deleteAt: number;
  status: OrderStatus;
  email: string;
  delivery: 'queued' | 'sent' | 'failed';
  resends: number;
  isPurged: boolean;
  mails: Mail[];
  arrived: number;
};
export type OrderState = {
  now: number;
  readonly balances: number[];
  readonly frozen: boolean[];
  readonly stock: Record<StockLane, number>;
  /** By buyer and key. */
  readonly orders: Record<string, PlacedOrder>;
};

export const orderStart: OrderState = {
  now: 0,
  balances: [...FUNDS],
  frozen: FUNDS.map(() => false),
  stock: { ...STOCK },
  orders: {},
};

export const orderKeyOf = ({ buyer, key }: { readonly buyer: number; readonly key: number }): string =>
  `${buyer}/${key}`;
export const emailOf = (buyer: number): string => `buyer ${buyer}`;

export function stepOrders(state: OrderState, command: OrderCommand): unknown {
  switch (command.kind) {
    case 'place':
      return place(state, command);
    case 'read':
      return changeOrder(state, command, (order) => {
        if (order.status === 'processing') order.status = 'completed';
        return { accounts: countItems(order, 'good') };
      });
    case 'resend':
      return changeOrder(state, command, (order) => {
        if (order.status === 'refunded') return 'itemSettled';
        if (order.resends >= MOST_RESENDS) return 'tooManyResends';
        order.resends += 1;
        order.email = command.email ?? order.email;
        mailAgain(state, order);
        return shown(order);
      });
    case 'claim':
      return changeOrder(state, command, (order) =>
        state.now >= order.placedAt + WARRANTY_MINUTES
          ? 'warrantyOver'
          : createWarrantyClaim(order, command.items),
      );
    case 'replace':
      return replace(state, command);
    case 'refund':
      return refund(state, command);
    case 'mail':
      return tryMails(state, command.isAccepted);
    case 'giveUp':
      for (let count = 0; count < MOST_TRIES; count += 1) {
        tryMails(state, false);
        state.now += LONGEST_WAIT_MINUTES;
      }
      return 'done';
    case 'purge':
      for (const order of Object.values(state.orders)) order.isPurged ||= order.deleteAt <= state.now;
      return 'done';
    case 'freeze':
      state.frozen[command.buyer] = command.isFrozen;
      return 'done';
    case 'wait':
  }
  state.now += command.minutes;
  return 'done';
}

function place(state: OrderState, command: Extract<OrderCommand, { kind: 'place' }>): unknown {
  const earlier = state.orders[orderKeyOf(command)];
  if (earlier) return earlier.body === command.body ? shown(earlier) : 'keyReused';
  const { goods, gender, quantity, unit_price, email } = BODIES[command.body]!;
  if (state.frozen[command.buyer]) return 'accountFrozen';
  if (goods === 0 && gender !== 'random') return 'genderNotOffered';
  if (quantity > MOST_QUANTITY) return 'quantityOutOfRange';
  if (unit_price !== undefined && unit_price !== '1') return 'priceChanged';
  if (quantity > state.balances[command.buyer]!) return 'balanceTooLow';
  const lane = laneOf(command.body);
  if (quantity > state.stock[lane]) return 'stockTooLow';
  state.balances[command.buyer]! -= quantity;
  state.stock[lane] -= quantity;
  const order: PlacedOrder = {
    body: command.body,
    placedAt: state.now,
    items: freshItems(quantity),
    claims: [],
    deleteAt: state.now + KEPT_MINUTES,
    status: 'processing',
    email: email ?? emailOf(command.buyer),
    delivery: 'queued',
    resends: 0,
    isPurged: false,
    mails: [{ state: 'queued', tries: 0, nextAt: state.now }],
    arrived: 0,
  };
  state.orders[orderKeyOf(command)] = order;
  return shown(order);
}

function mailAgain({ now }: OrderState, order: PlacedOrder): void {
  order.delivery = 'queued';
  dropMails(order);
  order.mails.push({ state: 'queued', tries: 0, nextAt: now });
}

function dropMails({ mails }: PlacedOrder): void {
  for (const mail of mails) if (mail.state === 'queued') mail.state = 'dead';
}

function replace(state: OrderState, command: Extract<OrderCommand, { kind: 'replace' }>): unknown {
  const order = state.orders[orderKeyOf(command)];
  if (!order) return 'none';
  const places = choose(order, command.item, 'replaced');
  if (typeof places === 'string') return places;
  if (places.length === 0) return shown(order);
  if (order.isPurged || order.deleteAt <= state.now) return 'accountsDeleted';
  const lane = laneOf(order.body);
  if (places.length > state.stock[lane]) return 'stockTooLow';
  state.stock[lane] -= places.length;
  settle(order, places, 'replaced');
  mailAgain(state, order);
  return shown(order);
}

function refund(state: OrderState, command: Extract<OrderCommand, { kind: 'refund' }>): unknown {
  const order = state.orders[orderKeyOf(command)];
  if (!order) return 'none';
  const places = choose(order, command.item, 'refunded');
  if (typeof places === 'string') return places;
  if (places.length === 0) return shown(order);
  settle(order, places, 'refunded');
  state.balances[command.buyer]! += places.length;
  order.status = countItems(order, 'good') === 0 ? 'refunded' : 'partially_refunded';
  if (order.status === 'refunded') dropMails(order);
  return shown(order);
}

function laneOf(body: number): StockLane {
  const { gender } = BODIES[body]!;
  return gender === 'random' ? 'any' : gender;
}

/** Changes nothing where the order does not exist or its accounts are erased. */
function changeOrder(
  state: OrderState,
  command: { readonly buyer: number; readonly key: number },
  change: (order: PlacedOrder) => unknown,
): unknown {
  const order = state.orders[orderKeyOf(command)];
  if (!order) return 'none';
  return order.isPurged ? 'accountsDeleted' : change(order);
}

function tryMails(state: OrderState, isAccepted: boolean): unknown {
  for (const order of Object.values(state.orders)) {
    for (const mail of order.mails.filter((one) => one.state === 'queued' && one.nextAt <= state.now)) {
      mail.tries += 1;
      if (order.isPurged) mail.state = 'sent';
      else if (isAccepted) {
        Object.assign(mail, { state: 'sent' });
        order.delivery = 'sent';
        order.arrived += 1;
        if (order.status === 'processing') order.status = 'completed';
      } else if (mail.tries >= MOST_TRIES) {
        mail.state = 'dead';
        order.delivery = 'failed';
      } else mail.nextAt = state.now + Math.min(2 ** (mail.tries - 1), LONGEST_WAIT_MINUTES);
    }
  }
  return 'done';
}

const shown = (order: PlacedOrder) => ({
  quantity: BODIES[order.body]!.quantity,
  refunded: countItems(order, 'refunded'),
  status: order.status,
  email: order.email,
  delivery: order.delivery,
  resendsLeft: MOST_RESENDS - order.resends,
  isPurged: order.isPurged,
});

/** What the database shows of it; of a mail that is settled only its state. */
export const viewOrders = ({ balances, frozen, stock, orders }: OrderState) => ({
  balances,
  frozen,
  stock,
  orders: Object.fromEntries(
    Object.entries(orders).map(([key, order]) => [
      key,
      {
        ...shown(order),
        arrived: order.arrived,
        items: order.items,
        claims: order.claims,
        mails: order.mails.map((mail) => (mail.state === 'queued' ? mail : { state: mail.state })),
      },
    ]),
  ),
});

/** Accounts of an order in the order in which it took them; a replacement comes last. */
type ModelItem = { state: ItemState; replacedBy: number | null; claim: number | null };

type ModelClaim = { state: WarrantyClaimState; readonly accounts: number };

export type AfterSales = { readonly items: ModelItem[]; readonly claims: ModelClaim[] };

const freshItems = (count: number): ModelItem[] =>
  Array.from({ length: count }, () => ({ state: 'good', replacedBy: null, claim: null }));

const countItems = ({ items }: AfterSales, state: ItemState): number =>
  items.filter((item) => item.state === state).length;

/** The buyer names accounts by their positions, possibly more than once. */
function createWarrantyClaim({ items, claims }: AfterSales, places: readonly number[]): string | ModelClaim {
  const named = [...new Set(places)].map((place) => items[place]);
  if (named.includes(undefined)) return 'notFound';
  if (named.some((item) => item!.claim !== null)) return 'itemClaimed';
  if (named.some((item) => item!.state !== 'good')) return 'itemSettled';
  for (const item of named) item!.claim = claims.length;
  const claim: ModelClaim = { state: 'open', accounts: named.length };
  claims.push(claim);
  return { ...claim };
}

/** The positions to be remedied; none where they are remedied that way already. Null selects all that are left. */
function choose(
  { items }: AfterSales,
  place: number | null,
  act: 'replaced' | 'refunded',
): 'notFound' | 'itemSettled' | number[] {
  if (place === null) return items.flatMap(({ state }, index) => (state === 'good' ? [index] : []));
  const item = items[place];
  if (!item) return 'notFound';
  if (item.state === act) return [];
  return item.state === 'good' ? [place] : 'itemSettled';
}

/** Remedies the accounts; a claim without a good account left is settled by it. */
function settle(order: AfterSales, places: readonly number[], act: 'replaced' | 'refunded'): void {
  for (const place of places) {
    const item = order.items[place]!;
    item.state = act;
    if (act === 'refunded') continue;
    item.replacedBy = order.items.length;
    order.items.push(...freshItems(1));
  }
  for (const [index, claim] of order.claims.entries()) {
    const isOpen = order.items.some((item) => item.claim === index && item.state === 'good');
    if (claim.state === 'open' && !isOpen) claim.state = act;
  }
}
