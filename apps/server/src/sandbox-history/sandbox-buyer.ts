import { MINUTE_MS } from '../platform/clock.ts';
import { buy, type History } from './history.ts';

/**
 * The past of the buyer as whom people try the sandbox, so that no page of theirs is empty: top-ups, orders, a claim
 * that was settled, and a talk with the shop. The last order is of today, and under warranty.
 */

export const SANDBOX_BUYER = 'buyer';

/** On days when others top up too: day and amount in USDT. */
export const SANDBOX_TOP_UPS: readonly (readonly [day: number, amount: string])[] = [
  [21, '60'],
  [3, '25'],
];

const MAILBOX = 'Quilletpost mailbox, new';
const BUSINESS = 'Brindlepost business mailbox';

const find = ({ goods }: History, name: string) => goods.find(({ names }) => names.en === name)!.id;

const wait = (history: History, minutes: number): void =>
  history.clock.moveTo(new Date(history.clock.now().getTime() + minutes * MINUTE_MS));

export async function buyMailboxes(history: History): Promise<void> {
  await buy(history, SANDBOX_BUYER, find(history, MAILBOX), 20);
}

/** Two of five do not work, and are replaced. */
export async function buyAndClaim(history: History): Promise<void> {
  const { caller, owner, people } = history;
  const buyer = people.get(SANDBOX_BUYER)!;
  const orderNo = await buy(history, SANDBOX_BUYER, find(history, BUSINESS), 5);
  const params = { order_no: orderNo };
  wait(history, 9);
  const { items } = await caller.as(owner, 'listOrderItems', { params });
  const ids = items.slice(0, 2).map(({ id }) => id);
  const reason = 'Both ask for a phone number that is not mine';
  const claim = await caller.as(buyer, 'createWarrantyClaim', { params, body: { item_ids: ids, reason } });
  wait(history, 25);
  const answer = 'Locked by the provider. Here are two others.';
  await caller.as(owner, 'replaceItems', { params, body: { claim_id: claim.id, reason: answer } });
}

/** The answer waits to be read. */
export async function talk(history: History): Promise<void> {
  const { caller, owner, people } = history;
  const buyer = people.get(SANDBOX_BUYER)!;
  const question = 'Hello! Will there be more of the business mailboxes next week?';
  await caller.as(buyer, 'sendSupportMessage', { body: { text: question } });
  const { id } = (await caller.as(buyer, 'readIdentity')).user;
  const params = { user_id: id };
  wait(history, 4);
  const { items: messages } = await caller.as(owner, 'readConversation', { params });
  await caller.as(owner, 'markConversationRead', { params, body: { up_to: messages[0]!.id } });
  const text = 'Yes, 200 more on Tuesday. You can follow the stock on the product’s page.';
  await caller.as(owner, 'answerConversation', { params, body: { text } });
}

export async function buyToday(history: History): Promise<void> {
  await buy(history, SANDBOX_BUYER, find(history, MAILBOX), 12);
}
