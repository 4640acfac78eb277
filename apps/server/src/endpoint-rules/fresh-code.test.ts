import { contract, errors, paths, type Endpoint, type EndpointName } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/app.ts';
import { actionOf, ENDPOINTS, endpointOf } from '../testing/cells.ts';

/**
 * What a stolen session of an admin may do without a two-factor code: every such call, with the reason. A call that is
 * not listed has `freshCode` in the contract.
 */
const WITHOUT_CODE: Partial<Record<EndpointName, string>> = {
  vetoProposal: 'stopping a change must never wait',

  saveBrandDraft: 'visitors see it only once it is published, with a code',
  setBrandPicture: 'part of the draft, which visitors do not see',
  setBrandLogo: 'part of the draft, which visitors do not see',
  discardBrandDraft: 'visitors never saw it',

  deleteCategory: 'shows nothing new to buyers; only empty categories can be deleted',
  deleteAttribute: 'only one that no product has can be deleted',
  deleteFamily: 'products keep their own pages, prices and texts',
  copyGoods:
    'a copy repeats texts that were written with a code, and has no stock that its price could give away',
  setGoodsOnSale: 'sells at the price, and shows the texts, that were set with a code',
  removeGoodsImage: 'shows nothing new to buyers',
  removeCategoryImage: 'shows nothing new to buyers',

  previewUserImport: 'adds nobody',
  skipSetupStep: 'hides a line of a list',

  previewPriceFile: 'saves nothing',
  previewPrices: 'computes what a change would do, and makes none',
  previewGoodsPrices: 'computes what a change would do, and makes none',
  previewGoodsChange: 'computes what a change would do, and makes none',
  previewCatalogue: 'saves nothing',
  previewClaimDecisions: 'sums up claims, and decides none',

  previewImport: 'adds nothing',
  createSupplier: 'a name and a note for colleagues',
  updateSupplier: 'a name and a note for colleagues',
  deleteSupplier: 'only one that nothing came from',
  releaseStockBatch: 'sells what an import brought',
  testChecker: 'sends an account that nobody has',
  openImport: 'adds stock, and takes none away',
  addImportLines: 'adds stock, and takes none away',
  finishImport: 'adds stock, and takes none away',
  decideHeldLines: 'sells what an import brought, or leaves it out; takes no stock away',
  deleteAgeingRule: 'moves nothing, and stops what would be moved',
  previewStockMove: 'computes what a move would take, and moves nothing',
  restoreStock: 'sells what was for sale, where it was',
  findItems: 'looks for accounts that the caller knows, and shows none',
  searchItems: 'looks for accounts that the caller knows, and shows none',

  mailAnyOrder: 'mails the accounts to the address that the buyer has chosen',
  refuseWarrantyClaim: 'moves no money; the buyer can claim again',
  refuseReport: 'takes nothing off sale',
  rescanChain: 'reads blocks again, which credits nothing twice',
  reviewNamedPayment: 'notes what was done about a transaction; it credits nothing',
  reviewQuarantinedLog: 'marks a log as seen; it is never credited',
  tryOperatorCall: 'tries a call of a public contract, and changes nothing',
  trySandboxCall: 'tries a call of a public contract on a local chain',
  sendSandboxCall: 'test money on a local chain, where there is a sandbox',
  sendOperatorTransaction: 'passes on what a wallet has signed; it can only pay to the treasury or deploy',

  saveView: 'filters of a table, for the caller alone',
  deleteView: 'an own view of a table',
  createNote: 'colleagues read it, and the audit log names who wrote it',
  updateNote: 'colleagues read it, and the audit log has what it said before',
  deleteNote: 'an own note; the audit log has what it said',
  assignConversation: 'says which colleague answers',
  closeConversation: 'hides no message; the next one opens it',
  deleteSavedReply: 'nothing is sent, and what it said is in the audit log',
  answerConversation: 'daily work, all day long: one buyer reads it, the audit log names who wrote it',
  answerWithImage: 'daily work, all day long: one buyer sees it, the audit log names who sent it',
  markConversationRead: 'marks messages as read',
  sendTestMail: 'goes to the caller',
  sendTestTelegram: 'goes to the operators’ own chat',

  exportGoods: 'names neither people nor accounts',
  exportStockBatches: 'names neither buyers nor accounts',
  exportPriceList: 'prices, a list at a time, as the page shows them',
  exportProposedPrices: 'prices that somebody asks others to look at',
  exportSales: 'sums',
  exportProfit: 'sums',
  exportSupplierProfit: 'sums',
  exportOfferSales: 'sums',
  exportCustomers: 'sums',
  exportReorder: 'names neither buyers nor accounts',
  exportAnnouncements: 'texts that everybody may read',
  exportBlockedWallets: 'addresses of wallets, many of them published',
  exportQuarantinedLogs: 'logs of a public chain',
};

/** What an admin reads without a code, by the reason. Whole lists of people or stock are exports, with a code. */
const READ_WITHOUT_CODE: readonly (readonly [reason: string, names: readonly EndpointName[]])[] = [
  [
    'people, a page at a time, for daily work; the whole list is an export with a code, and calls are limited',
    [
      'listUsers',
      'readUser',
      'readUserOverview',
      'listUserTimeline',
      'listNotes',
      'searchOffice',
      'listUserSessions',
      'listAgents',
      'readAgent',
      'listUserImports',
    ],
  ],
  [
    'money of people, a page at a time; names and addresses of networks, and nothing that moves it',
    [
      'listMovements',
      'listAgentApplications',
      'listAgentStatement',
      'readAgentCommission',
      'listPayouts',
      'listAllRecharges',
      'readAnyRecharge',
      'listAllDeposits',
      'listDepositCandidates',
      'listSweepable',
      'listSweeps',
      'readSweeping',
    ],
  ],
  [
    'orders and what was claimed of them, without the texts of accounts',
    [
      'listAllOrders',
      'readAnyOrder',
      'listOrderItems',
      'readAfterSales',
      'listChecks',
      'listAccountChecks',
      'totalOrders',
      'listAllWarrantyClaims',
      'listReports',
    ],
  ],
  [
    'prices and their rules, a page at a time: a change takes a code',
    ['listBuyerLevels', 'readUserPrices', 'listPriceLists', 'readPriceList', 'listCoupons'],
  ],
  [
    'stock as counts and masked lines: a whole text takes a code (revealItem, exportUnsold)',
    [
      'listAllCategories',
      'listAllAttributes',
      'listAllFamilies',
      'readSellingRules',
      'listAllGoods',
      'readAnyGoods',
      'listStockBatches',
      'listSuppliers',
      'readSupplierAccount',
      'readStockBatch',
      'readBatchCheck',
      'readChecker',
      'countUnsold',
      'listWithdrawn',
      'listStockMoves',
      'listAgeingRules',
      'listAgeingStock',
      'listUnsold',
      'listHeldLines',
      'listLowStock',
      'listReorder',
    ],
  ],
  [
    'daily work, all day long: what buyers have written to the shop',
    [
      'listConversations',
      'readConversation',
      'readConversationImage',
      'listSupportColleagues',
      'listSavedReplies',
      'listSavedViews',
    ],
  ],
  [
    'what systems of the shop were sent: it names orders, users and amounts, a page at a time',
    ['listShopWebhookDeliveries'],
  ],
  [
    'sums',
    [
      'readDashboard',
      'readIncomeTrend',
      'listBestSellers',
      'listSales',
      'listProfit',
      'listSupplierProfit',
      'listOfferSales',
      'readCustomers',
      'readTreasury',
    ],
  ],
  [
    'what the shop is set to, and whether it is in order: a change takes a code',
    [
      'listRoles',
      'readSettings',
      'listBonuses',
      'listShopWebhooks',
      'listRedeemBatches',
      'readSetup',
      'readBrand',
      'listDocuments',
      'listNoticeTexts',
      'listAnnouncements',
      'listPaymentMethods',
      'checkContracts',
      'readMailHealth',
      'readTasks',
      'listApiKeys',
      'readApiKeyRight',
      'listProposals',
      'listTimeZones',
    ],
  ],
  [
    'facts of public chains, and wallets that lists or admins have named',
    [
      'listChains',
      'listNamedPayments',
      'listQuarantinedLogs',
      'listBlockedWallets',
      'readOperatorTron',
      'readOperatorTransaction',
      'readSandboxOperator',
      'readSandboxTransaction',
    ],
  ],
  [
    'who did what, for whoever has to find out; as a file it takes a code',
    ['listAudit', 'listSecurityEvents', 'compareAuditHead', 'verifyAudit'],
  ],
];

const isForAdmins = ({ access }: Endpoint): boolean => access === 'admin' || actionOf(access) !== null;

test('every call of an admin needs a fresh code, or has a reason not to', () => {
  const admins = ENDPOINTS.filter((name) => isForAdmins(endpointOf(name)));
  expect(admins.length).toBeGreaterThan(100);
  const open = admins.filter((name) => !endpointOf(name).freshCode);
  const reads = READ_WITHOUT_CODE.flatMap(([, names]) => names);
  expect(open.toSorted()).toEqual([...Object.keys(WITHOUT_CODE), ...reads].toSorted());
  expect(reads.filter((name) => paths[name][0] !== 'GET' || name.startsWith('export'))).toEqual([]);
});

test('a list without a code gives a page of at most five hundred', () => {
  const lists = READ_WITHOUT_CODE.flatMap(([, names]) => names).filter((name) => {
    const query = endpointOf(name).query?.safeParse({ limit: '501' });
    return query?.success === true && 'limit' in (query.data as object);
  });
  expect(lists).toEqual([]);
});

let shop: TestShop;
let owner: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await signInAdmin(shop.ctx);
});

const codeOf = async (name: EndpointName, headers: Record<string, string>): Promise<number> => {
  const [method, path] = paths[name];
  const params: Record<string, string> = { order_no: 'none' };
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '999999999');
  return (await shop.call(method, url, undefined, headers)).code;
};

test('an old code is refused before anything else, a new one is not', async () => {
  const guarded = ENDPOINTS.filter((name) => contract[name] && endpointOf(name).freshCode);
  expect(guarded.length).toBeGreaterThan(40);
  for (const name of guarded)
    expect([name, await codeOf(name, owner.headers)]).not.toEqual([name, errors.freshCodeNeeded.code]);
  shop.clock.advance(5 * 60_000 + 1);
  for (const name of guarded)
    expect([name, await codeOf(name, owner.headers)]).toEqual([name, errors.freshCodeNeeded.code]);
});

test('a stolen session without a code shows buyers nothing: no false address to pay to', async () => {
  const editor = await signInAdmin(shop.ctx, ['announcement.write', 'document.write', 'goods.write']);
  shop.clock.advance(5 * 60_000 + 1);
  const trap = 'Pay to TFalseAddress from now on';
  const notice = { position: 'recharge', state: 'published', title: { en: trap } };
  const attack = (method: string, path: string, body?: unknown) =>
    shop.call(method, path, body, editor.headers).then(({ code }) => code);
  const answers = [
    await attack('POST', '/api/announcements', notice),
    await attack('PUT', '/api/announcements/1', notice),
    await attack('DELETE', '/api/announcements/1'),
    await attack('PUT', '/api/admin/documents/terms', { body: { en: trap } }),
    await attack('POST', '/api/admin/categories', { names: { en: trap } }),
    await attack('POST', '/api/admin/goods', { names: { en: trap }, category_id: '1', price: '1' }),
    await attack('PUT', '/api/admin/goods/1/image'),
  ];
  expect(new Set(answers)).toEqual(new Set([errors.freshCodeNeeded.code]));
});

test('a stolen session without a code changes no price, takes no stock and signs nobody out', async () => {
  const colleague = await signInAdmin(shop.ctx, ['user.read']);
  shop.clock.advance(5 * 60_000 + 1);
  const attack = (method: string, path: string, body?: unknown) =>
    shop.call(method, path, body, owner.headers).then(({ code }) => code);
  const at = `/api/users/${colleague.user.id}`;
  const answers = [
    await attack('PUT', '/api/admin/goods/1', { names: { en: 'x' }, category_id: '1', price: '0.000001' }),
    await attack('POST', '/api/stock/withdrawals', { goods_id: '1' }),
    await attack('POST', '/api/stock/batches/1/rollback'),
    await attack('PUT', `${at}/status`, { status: 'frozen' }),
    await attack('DELETE', `${at}/sessions`),
    await attack('GET', '/api/users/export'),
  ];
  expect(new Set(answers)).toEqual(new Set([errors.freshCodeNeeded.code]));
  expect((await shop.call('GET', '/api/auth/me', undefined, colleague.headers)).code).toBe(200);
});
