import { WELCOME } from './demo-announcements.ts';
import { DEMO_BUYERS } from './demo-people.ts';
import type { History } from './history.ts';
import { proposeRefund, refundOfTwo } from './large-refunds.ts';
import { restock, sellOut } from './restock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type ScriptedStep = (history: History, day: number) => Promise<void>;

/** What happens beside buying, by the day on which it does. */
const SCRIPTED_DAYS: Readonly<Record<number, readonly ScriptedStep[]>> = {
  28: [welcome],
  20: [addRoles],
  16: [askBeforeBuying],
  10: [claimAndRefund],
  9: [refundOfTwo],
  3: [sellOut],
  2: [restock],
  1: [claim],
  0: [askForHelp, proposeRefund],
};

export async function runScriptedDay(history: History, day: number): Promise<void> {
  for (const [index, step] of (SCRIPTED_DAYS[day] ?? []).entries()) {
    history.clock.moveTo(history.at(day, 0.985 + index / 1_000));
    await step(history, day);
  }
}

async function welcome({ caller, owner }: History): Promise<void> {
  await caller.as(owner, 'createAnnouncement', {
    body: {
      position: 'home',
      state: 'published',
      ...WELCOME,
    },
  });
}

async function addRoles({ caller, owner }: History): Promise<void> {
  await caller.as(owner, 'createRole', {
    body: {
      name: 'Support',
      menus: ['/admin/support', '/admin/order', '/admin/sales'],
      actions: ['support.read', 'support.answer', 'order.read', 'claim.read'],
    },
  });
  await caller.as(owner, 'createRole', {
    body: {
      name: 'Stock',
      menus: ['/admin/goods', '/admin/sales'],
      actions: ['goods.write', 'stock.read', 'stock.import'],
    },
  });
}

async function askBeforeBuying({ caller, owner, people, clock }: History): Promise<void> {
  const buyer = people.get('chen-studio')!;
  await caller.as(buyer, 'sendSupportMessage', { body: { text: '一次购买 500 个以上，价格还能优惠吗？' } });
  const { id } = (await caller.as(buyer, 'readIdentity')).user;
  clock.moveTo(new Date(clock.now().getTime() + 3 * MINUTE_MS));
  const params = { user_id: id };
  const { items: messages } = await caller.as(owner, 'readConversation', { params });
  await caller.as(owner, 'markConversationRead', { params, body: { up_to: messages[0]!.id } });
  await caller.as(owner, 'answerConversation', {
    params,
    body: { text: '您好！商品页已列出阶梯价格，下单满相应数量会自动按优惠价结算。' },
  });
}

async function askForHelp({ caller, people }: History): Promise<void> {
  await caller.as(people.get('joana.prado')!, 'sendSupportMessage', {
    body: { text: 'Olá! As contas que comprei hoje já vêm com código de recuperação?' },
  });
}

/** A claim for accounts of an order of that day, which is under warranty; null where nobody ordered. */
async function claimToday({ caller, owner, people, clock }: History, day: number, reason: string) {
  for (const { username } of DEMO_BUYERS.filter(({ joined }) => joined >= day)) {
    const buyer = people.get(username)!;
    const { items: orders } = await caller.as(buyer, 'listOrders', { query: { limit: '1' } });
    const [order] = orders;
    if (!order || clock.now().getTime() - Date.parse(order.created_at) > DAY_MS) continue;
    const params = { order_no: order.order_no };
    const { items } = await caller.as(owner, 'listOrderItems', { params });
    const body = { item_ids: items.slice(0, 2).map(({ id }) => id), reason };
    return { params, claim: await caller.as(buyer, 'createWarrantyClaim', { params, body }) };
  }
  return null;
}

async function claimAndRefund(history: History, day: number): Promise<void> {
  const { caller, owner, clock } = history;
  const made = await claimToday(history, day, 'The password is refused');
  if (!made) return;
  clock.moveTo(new Date(clock.now().getTime() + 2 * MINUTE_MS));
  const body = { claim_id: made.claim.id, reason: 'Checked: these accounts are locked' };
  await caller.as(owner, 'refundOrder', { params: made.params, body });
}

async function claim(history: History, day: number): Promise<void> {
  await claimToday(history, day, 'Требует код из чужой почты');
}
