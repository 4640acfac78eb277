import * as z from 'zod/mini';

/** `time` is ISO 8601, `amount` decimal USDT, `number` a block or the like, written without separators. */
type FactKind = 'text' | 'number' | 'count' | 'time' | 'amount';

const call = { node: 'text', method: 'text', answer: 'text' } as const;
const range = { from: 'number', to: 'number' } as const;
const guesses = { who: 'text', count: 'count' } as const;
const change = { who: 'text', about: 'text' } as const;
const imported = { file: 'text', users: 'count', total: 'amount' } as const;
const replaced = { before: 'text', after: 'text' } as const;

/** Everything that alarms, chains and wallets report, with the facts that each text fills in. */
export const FINDINGS = {
  /** Written before findings had codes: an English sentence. */
  sentence: { text: 'text' },

  nodeUnreachable: call,
  nodeLimited: call,
  nodeRefused: call,
  nodeWrong: call,
  nodeTimedOut: { node: 'text', method: 'text' },
  nodeSlow: { node: 'text' },
  nodeOtherChain: { node: 'text', found: 'number', expected: 'number' },
  nodeFinalAboveHead: { node: 'text', final: 'number', head: 'number' },
  nodeBehind: { node: 'text', final: 'number', read: 'number' },
  nodeWithoutBlock: { node: 'text', block: 'number' },
  nodeOtherBlock: { node: 'text', block: 'number' },
  nodeDissents: { node: 'text', ...range },

  nodesTooFew: { needed: 'count', set: 'count' },
  nodesDisagreeOnBlock: { nodes: 'text', block: 'number', ...range },
  nodesDisagreeOnTransfers: { nodes: 'text', ...range },
  startUnknown: {},
  blacklistUnknown: {},
  scannerStopped: {},
  addressesLate: { until: 'time' },
  olderBlocksFirst: {},
  rangeTooLarge: {},
  blocksNotFinal: { count: 'count' },

  logZero: {},
  logOwn: {},
  logFailed: {},
  logTopics: {},
  logAddress: {},
  logAmount: {},
  logTooLarge: {},
  logRecordedOtherwise: {},
  logToCheckout: { amount: 'amount', from: 'text' },
  logReceiptUnread: { amount: 'amount' },
  logsQuarantined: { count: 'count' },
  paymentsToCheckout: { count: 'count' },

  depositDust: {},
  depositBeforeOwned: {},
  ownerClosed: {},
  senderBlocked: { note: 'text' },
  senderSanctioned: { note: 'text' },
  senderBlacklisted: {},

  sealMissing: {},
  sealUnreadable: {},
  sealOfOther: { network: 'text' },
  sealOlder: { version: 'number', audited: 'number' },
  sealBroken: { found: 'text', approved: 'text' },
  rechargesRedirected: { count: 'count', order: 'text', found: 'text' },
  rechargesForged: { count: 'count', order: 'text' },
  proposalForged: { number: 'number', on: 'text' },
  assetForged: { name: 'text' },
  addressesProposed: { who: 'text' },
  walletReplaced: replaced,
  contractReplaced: replaced,
  checkoutReplaced: replaced,
  factoryReplaced: replaced,
  addressesApplied: { at: 'time' },
  looksLike: { address: 'text' },
  balancesProposed: { who: 'text', ...imported },
  balancesImported: { ...imported, at: 'time' },

  adminStatusProposed: change,
  adminSessionsProposed: change,
  adminTwoFactorProposed: change,
  adminRoleProposed: change,
  adminPermissionsProposed: change,
  approvalPending: {},
  effectPending: { at: 'time' },
  anyAdminMayReject: {},
  ownerRecovered: { user: 'text', at: 'time' },
  refusedSignIns: guesses,
  refusedAdminCalls: guesses,
  unknownTokens: guesses,

  wallet: { address: 'text' },
  walletBlocked: {},
  walletUnknown: {},
  walletNotRead: { since: 'time' },
  addressesMissing: { count: 'count', amount: 'amount' },
  addressesFrozen: { count: 'count', amount: 'amount' },
  tokenDecimals: { found: 'count', expected: 'count' },
  tokenReplaced: {},
  tokenPaused: {},
  tokenTakesFee: {},
  booksDiffer: { deposits: 'amount', ledger: 'amount' },
  depositsLost: { count: 'count' },
  lessThanOwed: { onChain: 'amount', owed: 'amount' },
  balancesDiffer: { users: 'text' },
  ledgerCheckFails: { since: 'time', problem: 'text' },
  standbysHidden: { user: 'text' },
  commitsWaitForNone: { setting: 'text' },
  standbysAsync: { standbys: 'text' },
  stockLow: { product: 'text', left: 'count' },
  imagesUsedUp: { limit: 'count' },
  usersShareAddress: { users: 'count', all: 'count', address: 'text' },
  telegramFails: { since: 'time', problem: 'text' },
  mailsHeld: { count: 'count', since: 'time', answer: 'text' },
  sanctionsMissing: {},
  sanctionsUpdated: { at: 'time' },
  sanctionsNotRead: { problem: 'text' },
} as const satisfies Record<string, Readonly<Record<string, FactKind>>>;

export type FindingCode = keyof typeof FINDINGS;
const CODES = Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]];

type Value<Kind> = Kind extends 'number' | 'count' ? number : string;
export type FactsOf<Code extends FindingCode> = {
  readonly [Name in keyof (typeof FINDINGS)[Code]]: Value<(typeof FINDINGS)[Code][Name]>;
};
/** A finding as a code with its facts; it becomes a sentence in the reader's language where it is shown. */
export type Finding = {
  readonly [Code in FindingCode]: { readonly code: Code; readonly facts: FactsOf<Code> };
}[FindingCode];

/** A finding on the wire. The compiler checks the facts of each code, so the server sends no others. */
export const Finding = z.object({
  code: z.enum(CODES),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
}) as unknown as z.ZodMiniType<Finding, Finding>;

/** One sentence for each code. Each catalogue names the same facts in double braces. */
export type FindingTexts = Readonly<Record<FindingCode, string>>;

type Words = {
  readonly language: string;
  readonly texts: FindingTexts;
  /** An ISO 8601 time as the reader of this place reads times. */
  readonly formatTime: (iso: string) => string;
};

/** A finding as one sentence in the reader's language. */
export function wordFinding(finding: Finding, words: Words): string {
  const { code } = finding;
  const kinds: Readonly<Record<string, string>> = FINDINGS[code];
  const facts: Readonly<Record<string, string | number>> = finding.facts;
  return words.texts[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    formatFact(facts[name] ?? '–', kinds[name], words),
  );
}

function formatFact(
  value: string | number,
  kind: string | undefined,
  { language, formatTime }: Words,
): string {
  if (kind === 'time') return formatTime(String(value));
  if (kind === 'count') return value.toLocaleString(language);
  // Decimal text is formatted exactly, not as a floating number.
  if (kind === 'amount') {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6, roundingMode: 'trunc' } as const;
    return new Intl.NumberFormat(language, digits).format(value as Intl.StringNumericLiteral);
  }
  return String(value);
}
