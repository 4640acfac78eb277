import { textIn, type Language } from '../wire/languages.ts';
import { noticeTexts, type NoticeFacts } from './notice-texts.ts';
import type { NoticeEvent } from './notices.ts';
import { usdt } from './notice-words.ts';

/** What alarms say is worded where they are raised. */
export type OwnTextEvent = Exclude<NoticeEvent, 'alarmRaised'>;

type Placeholders<Event extends NoticeEvent> = {
  readonly [Name in keyof NoticeFacts[Event]]?: 'needed' | 'allowed';
};

/**
 * The facts that operators' own texts fill in, as `{amount}`. Without a needed one its reader would not know what the
 * notice is about. What people wrote is no placeholder: it follows the text.
 */
const PLACEHOLDERS: { readonly [Event in OwnTextEvent]: Placeholders<Event> } = {
  topUpCredited: { amount: 'needed', bonus: 'allowed' },
  codeRedeemed: { amount: 'needed' },
  orderRefunded: { amount: 'needed', orderNo: 'needed', accounts: 'allowed' },
  orderDelivered: { orderNo: 'needed', name: 'allowed', accounts: 'allowed' },
  // Not the address: Telegram is not told of it.
  deliveryFailed: { orderNo: 'needed', name: 'allowed' },
  accountsReplaced: { orderNo: 'needed', replaced: 'allowed', accounts: 'allowed' },
  claimRefused: { orderNo: 'needed', accounts: 'allowed' },
  supportAnswered: {},
  apiKeyMade: { name: 'needed' },
  productBack: { name: 'needed' },
  standingOrderPlaced: {
    name: 'needed',
    orderNo: 'needed',
    accounts: 'allowed',
    amount: 'allowed',
    bought: 'allowed',
    quantity: 'allowed',
  },
  standingOrderEnded: { name: 'needed', bought: 'allowed', quantity: 'allowed' },
  priceDown: { name: 'needed', amount: 'needed', before: 'allowed' },
  couponEnding: { code: 'needed', at: 'needed' },
  payoutRequested: { amount: 'needed', address: 'needed', network: 'allowed' },
  payoutApproved: { amount: 'needed', network: 'allowed' },
  payoutPaid: { amount: 'needed', hash: 'needed', network: 'allowed' },
  payoutRejected: { amount: 'needed' },
  payoutWalletConfirmed: { address: 'needed', network: 'allowed' },
  agentAccepted: { code: 'needed' },
  agentRefused: {},
  webhookOff: { host: 'needed' },
  signedInElsewhere: { at: 'needed', address: 'needed', browser: 'allowed' },
  telegramLinked: { name: 'needed', at: 'allowed' },
  proposalWaiting: { by: 'needed' },
  depositHeld: { amount: 'needed', network: 'allowed', why: 'allowed' },
  depositUnmatched: { amount: 'needed', network: 'allowed' },
  claimOpened: { orderNo: 'needed', buyer: 'allowed', accounts: 'allowed' },
  supportAsked: { user: 'needed' },
  supportAssigned: { user: 'needed', by: 'allowed' },
  reportReceived: { from: 'allowed' },
  payoutWaiting: { amount: 'needed', by: 'allowed' },
  agentAsked: { user: 'needed' },
  shopWebhookOff: { host: 'needed' },
};

const product = { en: 'Quay Mail', 'zh-cn': '港口邮箱', pt: 'Correio do Cais', ru: 'Почта Причала' };

const why = {
  en: 'The sender is blocked.',
  'zh-cn': '付款方已被冻结。',
  pt: 'O remetente está bloqueado.',
  ru: 'Отправитель заблокирован.',
};

/** What a preview is filled with, no two values the same. */
const SAMPLES: { readonly [Event in OwnTextEvent]: NoticeFacts[Event] } = {
  topUpCredited: { amount: '250' },
  codeRedeemed: { amount: '250' },
  orderRefunded: { amount: '36', orderNo: '20261120120000000K7TW92MX', accounts: 12, answer: '' },
  orderDelivered: { orderNo: '20261120120000000K7TW92MX', name: product, accounts: 12 },
  deliveryFailed: { orderNo: '20261120120000000K7TW92MX', name: product, email: '' },
  accountsReplaced: { orderNo: '20261120120000000K7TW92MX', replaced: 15, accounts: 37, areShown: false },
  claimRefused: { orderNo: '20261120120000000K7TW92MX', accounts: 37, answer: '' },
  supportAnswered: { answer: '' },
  apiKeyMade: { name: 'Quay trade' },
  productBack: { name: product, path: '' },
  standingOrderPlaced: {
    orderNo: '20261120120000000K7TW92MX',
    name: product,
    accounts: 12,
    amount: '36',
    bought: 15,
    quantity: 37,
  },
  standingOrderEnded: { name: product, path: '', bought: 15, quantity: 37 },
  priceDown: { name: product, path: '', goodsId: '', amount: '0.45', before: '0.6' },
  couponEnding: { code: 'HARBOUR10', couponId: '', at: '2026-11-20 12:00 UTC' },
  payoutRequested: {
    kind: 'commission',
    amount: '250',
    network: 'Chain',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  },
  payoutApproved: { kind: 'commission', amount: '250', network: 'Chain' },
  payoutPaid: { kind: 'commission', amount: '250', network: 'Chain', hash: `0x${'3b'.repeat(32)}` },
  payoutRejected: { kind: 'commission', amount: '250', answer: '' },
  payoutWalletConfirmed: { network: 'Chain', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  agentAccepted: { code: 'QUAY2345' },
  agentRefused: { answer: '' },
  webhookOff: { host: 'hooks.example', isGone: true, isShops: false },
  signedInElsewhere: { at: '2026-11-20 12:00 UTC', address: '203.0.113.7', browser: 'Firefox' },
  telegramLinked: { at: '2026-11-20 12:00 UTC', name: '@quay_sam' },
  proposalWaiting: { by: 'quay_ann', reason: '' },
  depositHeld: { amount: '250', network: 'Chain', why },
  depositUnmatched: { amount: '250', network: 'Chain' },
  claimOpened: { orderNo: '20261120120000000K7TW92MX', buyer: 'quay_sam', accounts: 37, reason: '' },
  supportAsked: { user: 'quay_sam' },
  supportAssigned: { user: 'quay_sam', userId: '', by: 'quay_ann' },
  reportReceived: { from: 'sam@quay.example' },
  payoutWaiting: { amount: '250', by: 'Quay trade' },
  agentAsked: { user: 'quay_sam', words: '' },
  shopWebhookOff: { host: 'hooks.example', isGone: true },
};

type Facts = Readonly<Record<string, unknown>>;

/** What ends a line, or would end a mail's header: browsers name themselves as they like. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/** The texts of an event's placeholders, in a language. */
function valuesOf(event: OwnTextEvent, facts: Facts, language: Language): Map<string, string> {
  const format = { en: usdt.en, 'zh-cn': usdt.zh, pt: usdt.pt, ru: usdt.ru }[language];
  const textOf = (name: string): string => {
    const value = facts[name];
    if (name === 'amount' || name === 'bonus' || name === 'before')
      return format(typeof value === 'string' ? value : '0');
    if (typeof value === 'object' && value !== null) return textIn(value, language);
    if (typeof value === 'number') return value.toLocaleString(language);
    return typeof value === 'string' ? value : '';
  };
  return new Map(
    Object.keys(PLACEHOLDERS[event]).map((name) => [name, textOf(name).replaceAll(CONTROLS, ' ')]),
  );
}

/** An operator's own text of an event, as it is written. */
export type OwnText = { readonly subject: string; readonly body: string };

/** Whatever stands in braces, so that a name in another alphabet is found to be none. */
const PLACEHOLDER = /\{([^{}]*)\}/g;
/** A brace without its other half, a doubled one, or one of Chinese keyboards, with what stands around it. */
const STRAY = /[^\s{}｛｝]{0,20}[{}｛｝]+[^\s{}｛｝]{0,20}[{}｛｝]*/gu;
const PARAGRAPHS = /\n\s*\n/;

/** The text with its facts, instead of the built-in title and lines. */
export function fillOwnText(
  { subject, body }: OwnText,
  { event, facts }: { readonly event: OwnTextEvent; readonly facts: Facts },
  language: Language,
): { readonly title: string; readonly lines: readonly string[] } {
  const values = valuesOf(event, facts, language);
  const fill = (text: string): string =>
    text.replaceAll(PLACEHOLDER, (written, name: string) => values.get(name.trim()) ?? written);
  return {
    title: fill(subject),
    lines: body
      .split(PARAGRAPHS)
      .map((paragraph) => fill(paragraph.trim()))
      .filter((paragraph) => paragraph !== ''),
  };
}

/** The names of an event's placeholders; without the needed ones a text is refused. */
export function placeholdersOf(event: OwnTextEvent): { needed: string[]; allowed: string[] } {
  const names = Object.entries(PLACEHOLDERS[event]);
  const of = (kind: string): string[] => names.filter(([, one]) => one === kind).map(([name]) => name);
  return { needed: of('needed'), allowed: of('allowed') };
}

/** What is wrong with the placeholders of a text, as written: which it lacks, and what no fact of the event fills in. */
export function checkPlaceholders(
  event: OwnTextEvent,
  { subject, body }: OwnText,
): { missing: string[]; unknown: string[] } {
  const { needed, allowed } = placeholdersOf(event);
  const text = `${subject}\n${body}`;
  const used = [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim());
  const strays = [...text.replaceAll(PLACEHOLDER, '…').matchAll(STRAY)].map(([stray]) => stray);
  const written = (names: readonly string[]): string[] => names.map((name) => `{${name}}`);
  const unknown = used.filter((name) => ![...needed, ...allowed].includes(name));
  return {
    missing: written(needed.filter((name) => !used.includes(name))),
    unknown: [...new Set([...written(unknown), ...strays])],
  };
}

/** The text as people of the event would read it. */
export const previewOwnText = (event: OwnTextEvent, text: OwnText, language: Language) =>
  fillOwnText(text, { event, facts: SAMPLES[event] }, language);

/** The built-in text as one of an operator would be written, to begin with. */
export function builtInText(event: OwnTextEvent, language: Language): OwnText {
  const { title, lines } = noticeTexts[language][event](SAMPLES[event] as never);
  const values = [...valuesOf(event, SAMPLES[event], language)].filter(
    ([name, value]) => value !== '' && name !== 'bonus',
  );
  const withNames = (text: string): string =>
    values
      .toSorted(([, one], [, other]) => other.length - one.length)
      .reduce((written, [name, value]) => written.replaceAll(value, `{${name}}`), text);
  return { subject: withNames(title), body: lines.map(withNames).join('\n\n') };
}
