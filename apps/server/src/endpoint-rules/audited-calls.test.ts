import { createEnrolment } from '../features/sessions/index.ts';
import { formatAddress } from '@portside/chain';
import { paths, type EndpointName } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createWarrantyClaim } from '../features/orders/after-sales/warranty-claims.ts';
import { reserveCommission } from '../features/ledger/index.ts';
import { placeOrder } from '../features/orders/index.ts';
import { createReport } from '../features/reports/write-report.ts';
import { signInAdmin, type TestAdmin, createPerson } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/app.ts';
import {
  applyAsAgent,
  buildBuyer,
  buildGoods,
  earnCommission,
  insertPayoutRequest,
  stockUp,
} from '../testing/build.ts';
import { actionOf, endpointOf, ENDPOINTS } from '../testing/cells.ts';
import { nameOpenPayment, quarantineLog, recordDeposit, servedChains } from '../testing/followed-chain.ts';
import { imageForm, pngBytes } from '../testing/image-form.ts';
import {
  askForHelp,
  brandCalls,
  checkerCalls,
  importHeldLine,
  owedSupplier,
  stockCalls,
  webhookCalls,
} from './calls-of-nouns.ts';

/** Whatever an admin changes is written down: every such call of the contract is made, and its entry looked for. */

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop(servedChains());
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
});
type Call = { readonly id?: string; readonly body?: unknown; readonly image?: Buffer };

const name = (): string => `n${randomBytes(6).toString('hex')}`;
const address = (): string => formatAddress('ETH', `0x${randomBytes(20).toString('hex')}`);
const someone = async (): Promise<string> => (await createPerson(shop.ctx)).user.id.toString();
const runQuery = async (who: TestAdmin, endpoint: EndpointName, { id = '', body, image }: Call) => {
  const [method, path] = paths[endpoint];
  const url = path.replace(/:\w+/, id);
  if (!image) return shop.call(method, url, body, who.headers);
  const { payload, headers } = await imageForm(image);
  const form = { method, url, payload, headers: { ...headers, ...who.headers } };
  return (await shop.app.http.inject(form)).json();
};
const made = async (endpoint: EndpointName, call: Call): Promise<any> =>
  (await runQuery(bob, endpoint, call)).data;
const announcementId = async () => (await made('createAnnouncement', { body: announcement() })).id;
const replyId = async () => (await made('createSavedReply', { body: reply() })).id;
const role = () => made('createRole', { body: { name: name() } });
const method = async (): Promise<string> =>
  (await made('listPaymentMethods', {})).items.find((one: any) => one.retired_at === null).id;
const agent = async (): Promise<string> => (await made('createAgent', await CALLS.createAgent!())).id;
/** An agent with 5 USDT of commission. */
async function earning(): Promise<string> {
  const id = await agent();
  await earnCommission(shop.ctx, BigInt(id), 5_000_000n);
  return id;
}
async function payout(state: 'requested' | 'approved'): Promise<string> {
  const userId = BigInt(await earning());
  const requestId = await insertPayoutRequest(shop.ctx, userId, state);
  await reserveCommission(shop.ctx, { requestId, userId, amountMicro: 5_000_000n });
  return requestId.toString();
}
const wallet = () => ({ type: 'ETH', address: address(), note: 'thief' });
/** What is proposed here is not carried out. */
async function deposit(state: 'unmatched' | 'credited'): Promise<string> {
  const user_id = state === 'credited' ? (await createPerson(shop.ctx)).user.id : null;
  return (await recordDeposit(shop.ctx, 1n, { state, user_id })).toString();
}
const adjustment = async (): Promise<Call> => ({
  id: await someone(),
  body: { direction: 'credit', amount: '1', reason: 'goodwill' },
});

/** An order of two accounts. */
async function sale() {
  const { ctx } = shop;
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 3);
  const buyer = await buildBuyer(ctx, 2_000_000n);
  const body = { goods_id: goodsId.toString(), quantity: 2, gender: 'random' } as const;
  const { order_no: orderNo } = await placeOrder(buyer.ctx, { body, idempotencyKey: name() });
  const path = `/api/admin/orders/${orderNo}/items`;
  const { items } = (await shop.call('GET', path, undefined, bob.headers)).data;
  return { buyer, orderNo, itemIds: [items[0].id as string] };
}
async function claim(): Promise<string> {
  const { buyer, orderNo, itemIds } = await sale();
  const body = { item_ids: itemIds, reason: 'cannot sign in' };
  return (await createWarrantyClaim(buyer.ctx, { params: { order_no: orderNo }, body })).id;
}
const texts = () => ({ names: { en: name() } });
const category = async (): Promise<string> => (await made('createCategory', { body: texts() })).id;
const writtenAttribute = () => ({ ...texts(), values: [texts(), texts()] });
const attribute = () => made('createAttribute', { body: writtenAttribute() });
const family = async (): Promise<string> => (await made('createFamily', { body: texts() })).id;
const writtenGoods = async () => ({ ...texts(), category_id: await category(), price: '1' });
const goods = async (): Promise<string> => (await made('createGoods', { body: await writtenGoods() })).id;
/** One that the caller of the test has begun. */
const stockImport = async (): Promise<string> => {
  const body = { goods_id: await goods(), has_right_to_sell: true };
  return (await runQuery(ann, 'openImport', { body })).data.id;
};
const supplier = async (): Promise<string> => (await made('createSupplier', { body: { name: name() } })).id;
async function goodsChange() {
  const body = { ids: [await goods()], change: { warranty_hours: 7 } };
  const { digest } = await made('previewGoodsChange', { body });
  return { ...body, digest };
}
const level = async (): Promise<string> =>
  (await made('createBuyerLevel', { body: { ...texts(), colour: '#c9a227' } })).id;
const writtenList = async () => ({
  name: name(),
  kind: 'promotion',
  ends_at: '2990-01-01T00:00:00Z',
  prices: [{ goods_id: await goods(), price: '0.5' }],
});
const priceList = async (): Promise<string> =>
  (await made('createPriceList', { body: await writtenList() })).list.id;
async function coupon(): Promise<string> {
  const code = name().toUpperCase();
  await made('createCoupons', { body: { code, kind: 'percent', percent: '5' } });
  return (await made('listCoupons', {})).items.find((one: any) => one.code === code).id;
}
/** Goods with an account on sale. */
async function stockedGoods() {
  const goodsId = await buildGoods(shop.ctx);
  const accounts = await stockUp(shop.ctx, goodsId, 1);
  const [itemId] = (await made('findItems', { body: { accounts } })).item_ids;
  return { goods_id: goodsId.toString(), itemId: itemId as string };
}

/** A batch of the caller of the test: its codes go to nobody else. */
const batchId = async (): Promise<string> =>
  (await runQuery(ann, 'createRedeemBatch', { body: redeemBatch() })).data.id;
const operatorKey = () => ({ name: name(), scopes: ['all-orders:read'], ranges: ['203.0.113.7'] });
const redeemBatch = () => ({ note: name(), value: '1', codes: 2 });
const reply = () => ({ name: name(), texts: { en: 'Hello {name}' } });
const note = async () => ({ about: 'user', id: await someone(), text: 'pays by bank on Fridays' });
/** Of the caller of the test. */
const ownNote = async (): Promise<string> =>
  (await runQuery(ann, 'createNote', { body: await note() })).data.id;
const bonus = () => ({ name: name(), tiers: [{ from: '100', amount: '5' }] });
const announcement = () => ({ position: 'home', title: { en: name() } });
async function report(): Promise<string> {
  const body = { email: 'owner@example.test', subject: name(), explanation: 'This is mine.' };
  await createReport(shop.ctx, { body });
  return (await made('listReports', {})).items[0].id;
}

/** How each call is made so that it changes something; in an order in which they can be made. */
const CALLS: Partial<Record<EndpointName, () => Promise<Call>>> = {
  updateSiteConfig: async () => ({ body: { site_name: name() } }),
  replaceSettings: async () => ({ body: { telegram: name() } }),
  sendTestMail: async () => ({ body: { to: `${name()}@example.test` } }),
  sendTestTelegram: async () => ({ body: { chat_id: '-100200' } }),
  createPaymentMethod: async () => ({ body: { type: 'ETH', wallet_address: address() } }),
  updatePaymentMethod: async () => ({
    id: await method(),
    body: { wallet_address: address(), enabled: false },
  }),
  deletePaymentMethod: async () => ({ id: await method() }),
  addUser: async () => ({
    body: { username: name(), email: `${name()}@example.test`, password: 'a quiet pier' },
  }),
  sendInvitation: async () => ({
    id: (await made('addUser', { body: { username: name(), email: `${name()}@example.test` } })).id,
  }),
  updateUser: async () => ({
    id: await someone(),
    body: { username: name(), email: `${name()}@example.test` },
  }),
  setUserStatuses: async () => ({ body: { ids: [await someone()], status: 'frozen' } }),
  setUserStatus: async () => ({ id: await someone(), body: { status: 'frozen' } }),
  setUserRole: async () => ({ id: await someone(), body: { role_id: (await role()).id } }),
  revokeUserSessions: async () => ({ id: await someone() }),
  resetTwoFactor: async () => {
    const { user } = await createPerson(shop.ctx);
    await createEnrolment(shop.ctx, user);
    return { id: user.id.toString() };
  },
  proposeUserImport: async () => ({
    body: {
      text: `username,email,balance\n${name()},${name()}@example.test,1\n`,
      file_name: 'users.csv',
      reason: 'from the former shop',
    },
  }),
  skipSetupStep: async () => ({ id: 'backup', body: { skipped: true } }),
  adjustBalance: adjustment,
  approveProposal: async () => ({ id: (await made('adjustBalance', await adjustment())).id }),
  vetoProposal: async () => ({
    id: (await made('adjustBalance', await adjustment())).id,
    body: { reason: 'not agreed' },
  }),
  assignDeposit: async () => ({
    id: await deposit('unmatched'),
    body: { username: (await createPerson(shop.ctx)).user.username, reason: 'shown by receipt' },
  }),
  rejectDeposit: async () => ({ id: await deposit('unmatched'), body: { reason: 'nobody asks for it' } }),
  reverseDeposit: async () => ({ id: await deposit('credited'), body: { reason: 'not on the chain' } }),
  decideWarrantyClaims: async () => ({
    body: { ids: [await claim()], decision: 'refund', reason: 'dead indeed' },
  }),
  refuseWarrantyClaim: async () => ({ id: await claim(), body: { reason: 'works for us' } }),
  replaceItems: async () => {
    const { orderNo, itemIds } = await sale();
    return { id: orderNo, body: { item_ids: itemIds, reason: 'goodwill' } };
  },
  mailAnyOrder: async () => ({ id: (await sale()).orderNo }),
  refundOrder: async () => ({ id: (await sale()).orderNo, body: { reason: 'goodwill' } }),
  createAgent: async () => ({
    body: { username: (await createPerson(shop.ctx)).user.username, platform_name: 'Quay' },
  }),
  updateAgent: async () => ({ id: await agent(), body: { platform_name: 'Pier' } }),
  setUserAgent: async () => ({ id: await someone(), body: { agent_id: await agent() } }),
  recordPayout: async () => ({ id: await earning(), body: { amount: '5', note: 'by transfer' } }),
  decideAgentApplication: async () => ({
    id: await applyAsAgent(shop.ctx, await someone()),
    body: { is_accepted: true },
  }),
  approvePayout: async () => ({ id: await payout('requested') }),
  rejectPayout: async () => ({ id: await payout('requested'), body: { reason: 'another address' } }),
  startPayout: async () => ({ id: await payout('approved'), body: {} }),
  recordPayoutTransaction: async () => ({
    id: await payout('approved'),
    body: { tx_hash: randomBytes(32).toString('hex') },
  }),
  blockWallet: async () => ({ body: wallet() }),
  unblockWallet: async () => ({ id: (await made('blockWallet', { body: wallet() })).id }),
  replaceSanctions: async () => ({ body: { type: 'ETH', text: address(), note: 'list of today' } }),
  createCategory: async () => ({ body: texts() }),
  updateCategory: async () => ({ id: await category(), body: texts() }),
  deleteCategory: async () => ({ id: await category() }),
  setCategoryImage: async () => ({ id: await category(), image: pngBytes() }),
  removeCategoryImage: async () => {
    const id = await category();
    await made('setCategoryImage', { id, image: pngBytes() });
    return { id };
  },
  createAttribute: async () => ({ body: writtenAttribute() }),
  updateAttribute: async () => ({ id: (await attribute()).id, body: writtenAttribute() }),
  deleteAttribute: async () => ({ id: (await attribute()).id }),
  createFamily: async () => ({ body: texts() }),
  updateFamily: async () => ({ id: await family(), body: texts() }),
  deleteFamily: async () => ({ id: await family() }),
  setSellingRules: async () => ({ id: await goods(), body: { visibility: 'hidden' } }),
  setGoodsFamily: async () => ({ id: await goods(), body: { family_id: await family() } }),
  createGoods: async () => ({ body: await writtenGoods() }),
  updateGoods: async () => ({ id: await goods(), body: await writtenGoods() }),
  copyGoods: async () => ({ id: await goods() }),
  setGoodsOnSale: async () => ({ body: { ids: [await goods()], on_sale: true } }),
  changeGoods: async () => ({ body: await goodsChange() }),
  applyCatalogue: async () => {
    const text = `id,price\n${await goods()},7.5`;
    const { digest } = await made('previewCatalogue', { body: { text } });
    return { body: { text, digest } };
  },
  undoGoodsChange: async () => ({
    id: (await made('changeGoods', { body: await goodsChange() })).audit_id,
  }),
  setGoodsImage: async () => ({ id: await goods(), image: pngBytes() }),
  removeGoodsImage: async () => {
    const id = await goods();
    await made('setGoodsImage', { id, image: pngBytes() });
    return { id };
  },
  createBuyerLevel: async () => ({ body: { ...texts(), colour: '#c9a227' } }),
  updateBuyerLevel: async () => ({ id: await level(), body: { ...texts(), colour: '#c9a227' } }),
  deleteBuyerLevel: async () => ({ id: await level() }),
  setUserLevel: async () => ({ id: await someone(), body: { level_id: await level() } }),
  createPriceList: async () => ({ body: await writtenList() }),
  updatePriceList: async () => ({ id: await priceList(), body: await writtenList() }),
  deletePriceList: async () => ({ id: await priceList() }),
  createCoupons: async () => ({ body: { count: 3, kind: 'fixed', amount: '1' } }),
  setCouponsOn: async () => ({ body: { ids: [await coupon()], is_on: false } }),
  openImport: async () => ({ body: { goods_id: await goods(), has_right_to_sell: true } }),
  updateStockBatch: async () => ({
    id: await stockImport(),
    body: { cost: { amount: '0.1', per: 'each' } },
  }),
  createSupplier: async () => ({ body: { name: name() } }),
  updateSupplier: async () => ({ id: await supplier(), body: { name: name(), contact: 'a port' } }),
  setSupplierPerson: async () => ({ id: await supplier(), body: {} }),
  recordSupplierPayment: async () => ({
    id: await owedSupplier(shop.ctx, await supplier()),
    body: { amount: '1', note: 'in cash' },
  }),
  deleteSupplier: async () => ({ id: await supplier() }),
  finishImport: async () => ({ id: await stockImport() }),
  decideHeldLines: async () => ({ id: await importHeldLine(shop.ctx), body: { decision: 'sell' } }),
  ...checkerCalls(made, name, () => stockImport().then((id) => ({ ctx: shop.ctx, id }))),
  rollBackImport: async () => ({ id: await stockImport() }),
  withdrawStock: async () => ({ body: { goods_id: (await stockedGoods()).goods_id, reason: 'too old' } }),
  searchItems: async () => ({ body: { name: 'ann@harbour.example' } }),
  findItems: async () => ({ body: { accounts: ['ann@harbour.example----secret'] } }),
  revealItem: async () => ({ id: (await stockedGoods()).itemId, body: { reason: 'buyer asks' } }),
  answerConversation: async () => ({ id: await someone(), body: { text: 'hello' } }),
  answerWithImage: async () => ({ id: await someone(), image: pngBytes() }),
  markConversationRead: async () => {
    const { id, message } = await askForHelp(shop.ctx);
    return { id, body: { up_to: message } };
  },
  createOperatorKey: async () => ({ body: operatorKey() }),
  revokeApiKey: async () => ({ id: (await made('createOperatorKey', { body: operatorKey() })).id }),
  setApiKeyRight: async () => ({ id: await someone(), body: { right: 'denied' } }),
  assignConversation: async () => ({ id: await someone(), body: { assignee: ann.user.id.toString() } }),
  closeConversation: async () => ({ id: (await askForHelp(shop.ctx)).id, body: { closed: true } }),
  createSavedReply: async () => ({ body: reply() }),
  updateSavedReply: async () => ({ id: await replyId(), body: reply() }),
  deleteSavedReply: async () => ({ id: await replyId() }),
  createNote: async () => ({ body: await note() }),
  updateNote: async () => ({ id: await ownNote(), body: { text: 'rather not' } }),
  deleteNote: async () => ({ id: await ownNote() }),
  createRedeemBatch: async () => ({ body: redeemBatch() }),
  issueRedeemCodes: async () => ({ id: await batchId() }),
  voidRedeemBatch: async () => ({ id: await batchId() }),
  createBonus: async () => ({ body: bonus() }),
  updateBonus: async () => ({ id: (await made('createBonus', { body: bonus() })).bonus.id, body: bonus() }),
  createAnnouncement: async () => ({ body: announcement() }),
  updateAnnouncement: async () => ({ id: await announcementId(), body: announcement() }),
  deleteAnnouncement: async () => ({ id: await announcementId() }),
  ...brandCalls(made, name),
  ...stockCalls(made, stockedGoods, () => buildGoods(shop.ctx)),
  replaceNoticeText: async () => ({
    id: 'codeRedeemed',
    body: { language: 'en', text: { subject: name(), body: 'You got {amount}.' } },
  }),
  replaceDocument: async () => ({ id: 'terms', body: { body: { en: `<p>${name()}</p>` } } }),
  reviewQuarantinedLog: async () => ({
    id: (await quarantineLog(shop.ctx)).toString(),
    body: { reason: 'a fault of the node' },
  }),
  reviewNamedPayment: async () => ({
    id: (await nameOpenPayment(shop.ctx)).toString(),
    body: { reason: 'paid back by hand' },
  }),
  upholdReport: async () => ({ id: await report(), body: { reason: 'shown to be theirs' } }),
  refuseReport: async () => ({ id: await report(), body: { reason: 'not theirs' } }),
  ...webhookCalls(made, name),
  createRole: async () => ({ body: { name: name() } }),
  updateRole: async () => ({ id: (await role()).id, body: { name: name() } }),
  deleteRole: async () => ({ id: (await role()).id }),
};

const isAdminsChange = (endpoint: EndpointName): boolean => {
  const { access } = endpointOf(endpoint);
  return (access === 'admin' || actionOf(access) !== null) && paths[endpoint][0] !== 'GET';
};

/** Needs a chain to read, or addresses that were changed outside the shop: tried where there is one. */
const ELSEWHERE: EndpointName[] = ['rescanChain', 'resumeChain', 'restorePaymentMethods'];
/** Change nothing. The parts of an import are written down as a whole, with its beginning and its end. */
const UNWRITTEN: EndpointName[] = [
  'previewPriceFile',
  'previewPrices',
  'previewGoodsPrices',
  'previewGoodsChange',
  'previewCatalogue',
  'previewClaimDecisions',
  'previewImport',
  'previewStockMove',
  'addImportLines',
  'previewUserImport',
  // Of the caller alone.
  'saveView',
  'deleteView',
  // The chain shows for ever what was sent, and the books record each sweep.
  'tryOperatorCall',
  'sendOperatorTransaction',
  // In a sandbox only.
  'trySandboxCall',
  'sendSandboxCall',
];

test('every admin call that changes something is tested here', () => {
  const tried = [...Object.keys(CALLS), ...ELSEWHERE, ...UNWRITTEN];
  expect(ENDPOINTS.filter(isAdminsChange).toSorted()).toEqual(tried.toSorted());
});

test.each(Object.entries(CALLS))('%s', async (endpoint, prepare) => {
  const call = await prepare();
  const entries = () =>
    shop.ctx.db.selectFrom('audit_entries').select('id').where('user_id', '=', ann.user.id).execute();
  const before = (await entries()).length;
  expect(await runQuery(ann, endpoint as EndpointName, call)).toMatchObject({ code: 200 });
  expect((await entries()).length).toBeGreaterThan(before);
});
