import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { DEMO_BUYERS, buy, importLines, readFunds, type History } from './history.ts';
import { parseMicro, type Proposal } from '@portside/contract';
import { buyAndClaim, buyMailboxes, buyToday, talk } from './sandbox-buyer.ts';
import { bringAndRelease, bringToday, buyFromSupplier, paySupplier } from './sandbox-supplier.ts';
import { DEMO_CATEGORIES, demoTexts, makeDemoLines, type DemoTexts } from '../features/sandbox/index.ts';

type ScriptedStep = (history: History, day: number) => Promise<void>;

/** What happens besides buying, by day. */
const SCRIPTED_DAYS: Readonly<Record<number, readonly ScriptedStep[]>> = {
  28: [welcome, buyFromSupplier],
  20: [addRoles, buyMailboxes],
  16: [askBeforeBuying],
  12: [bringAndRelease],
  10: [claimAndRefund],

  9: [refundOfTwo],
  5: [paySupplier],
  3: [sellOut, buyAndClaim],
  2: [restock],
  1: [claim, talk],
  0: [askForHelp, proposeRefund, buyToday, bringToday],
};

export async function runScriptedDay(history: History, day: number): Promise<void> {
  for (const [index, step] of (SCRIPTED_DAYS[day] ?? []).entries()) {
    history.clock.moveTo(history.at(day, 0.985 + index / 1_000));
    await step(history, day);
  }
}

async function welcome({ caller, owner }: History): Promise<void> {
  await caller.as(owner, 'createAnnouncement', {
    body: { position: 'home', state: 'published', ...WELCOME },
  });
}

async function addRoles({ caller, owner }: History): Promise<void> {
  await caller.as(owner, 'createRole', {
    body: {
      name: 'Support',
      menus: ['/admin/support', '/admin/order'],
      actions: ['support.read', 'support.answer', 'order.read', 'claim.read'],
    },
  });
  await caller.as(owner, 'createRole', {
    body: {
      name: 'Stock',
      menus: ['/admin/goods'],
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

/** A claim for accounts of an order of that day, which is under warranty; null if nobody ordered. */
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

/** Of the dearest product they cost more than one admin may refund alone (100 USDT). */
const MANY = 6;

/** A buyer gets a large order back: the owner proposes it, and the second owner approves. */
async function refundOfTwo(history: History, day: number): Promise<void> {
  const { caller, clock, colleague } = history;
  const proposal = await proposeLargeRefund(
    history,
    day,
    'The buyer ordered the wrong plan and used none of it',
  );
  if (!proposal) return;
  clock.moveTo(new Date(clock.now().getTime() + 2 * MINUTE_MS));
  await caller.as(colleague, 'approveProposal', { params: { id: proposal.id } });
}

/** Another one, which waits for whoever tries the sandbox. */
async function proposeRefund(history: History, day: number): Promise<void> {
  await proposeLargeRefund(history, day, 'Ordered twice by mistake, says the buyer');
}

/** Null if no buyer can pay for so large an order. */
async function proposeLargeRefund(history: History, day: number, reason: string): Promise<Proposal | null> {
  const { caller, clock, owner } = history;
  const orderNo = await orderMuch(history, day);
  if (orderNo === null) return null;
  clock.moveTo(new Date(clock.now().getTime() + MINUTE_MS));
  const params = { order_no: orderNo };
  return (await caller.as(owner, 'refundOrder', { params, body: { reason } })).proposal;
}

async function orderMuch(history: History, day: number): Promise<string | null> {
  const { goods, stock } = history;
  const dearest = goods
    .filter(({ id }) => stock.get(id)! >= MANY)
    .toSorted((one, other) => Number(other.price) - Number(one.price))[0];
  if (!dearest) return null;
  const cost = parseMicro(dearest.price) * BigInt(MANY);
  for (const { username } of DEMO_BUYERS.filter(({ joined }) => joined >= day))
    if ((await readFunds(history, username)) >= cost) return buy(history, username, dearest.id, MANY);
  return null;
}

/** A demo product by its English name. */
const SOUGHT = 'Quilletpost mailbox, aged 1 year';

const findSought = ({ goods }: History) => goods.find(({ names }) => names.en === SOUGHT)!;

/** The richest buyers take all that is left of a product, one after the other. */
async function sellOut(history: History, day: number): Promise<void> {
  const { stock, watchStock } = history;
  // What was never seen in stock cannot run out of it.
  await watchStock();
  const { id, price, min_quantity: least } = findSought(history);
  const buyers: { username: string; funds: bigint }[] = [];
  for (const { username } of DEMO_BUYERS.filter(({ joined }) => joined >= day))
    buyers.push({ username, funds: await readFunds(history, username) });
  for (const { username, funds } of buyers.toSorted((a, b) => Number(b.funds - a.funds))) {
    const left = stock.get(id)!;
    const quantity = Math.min(left, Number(funds / parseMicro(price)));
    if (left === 0 || quantity < least) break;
    await buy(history, username, id, quantity);
  }
  await watchStock();
}

/** The owner imports it anew, and announces it. */
async function restock(history: History): Promise<void> {
  const { caller, owner, stock, watchStock } = history;
  const { id } = findSought(history);
  const demo = DEMO_CATEGORIES.flatMap(({ goods }) => goods).find(({ name }) => name.en === SOUGHT)!;
  for (const gender of ['male', 'female'] as const) {
    const lines = [...makeDemoLines(demo, demo.stock[gender]!)];
    await importLines(history, { goods_id: id, gender, note: 'Delivery' }, lines);
    stock.set(id, stock.get(id)! + lines.length);
  }
  await watchStock();
  await caller.as(owner, 'createAnnouncement', {
    body: { position: 'purchase', state: 'published', ...BACK_IN_STOCK },
  });
}

type DemoAnnouncement = { readonly title: DemoTexts; readonly body: DemoTexts };

export const WELCOME: DemoAnnouncement = {
  title: demoTexts(
    'Welcome to our new shop',
    '欢迎光临新店',
    'Boas-vindas à nossa nova loja',
    'Добро пожаловать в наш новый магазин',
  ),
  body: demoTexts(
    '<p>Top up with USDT, buy, and receive your accounts at once.</p>',
    '<p>使用 USDT 充值，下单后立即收到账号。</p>',
    '<p>Recarregue com USDT, compre e receba suas contas na hora.</p>',
    '<p>Пополните баланс в USDT, купите и сразу получите аккаунты.</p>',
  ),
};

export const BACK_IN_STOCK: DemoAnnouncement = {
  title: demoTexts(
    'Aged mailboxes are back in stock',
    '一年老邮箱已补货',
    'Caixas de e-mail com um ano de volta ao estoque',
    'Почтовые ящики с отлёжкой снова в наличии',
  ),
  body: demoTexts(
    '<p>At least twelve months old and never used for sending.</p>',
    '<p>注册满 12 个月，从未用于发信。</p>',
    '<p>Com pelo menos doze meses e nunca usadas para envio.</p>',
    '<p>Не моложе 12 месяцев, для отправки писем не использовались.</p>',
  ),
};
