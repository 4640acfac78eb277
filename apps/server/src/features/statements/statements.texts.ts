import { type Language, formatMicro } from '@portside/contract';
import type { AccountMovement } from '../ledger/index.ts';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { isRuntimeZone } from '../settings/index.ts';
import { nameUsers } from '../users/index.ts';

type Kind = AccountMovement['kind'];

type Texts = {
  readonly statement: string;
  readonly receipt: string;
  readonly buyer: string;
  readonly period: string;
  readonly created: string;
  readonly time: string;
  readonly kind: string;
  readonly reference: string;
  readonly amount: string;
  readonly balance: string;
  readonly opening: string;
  readonly credited: string;
  readonly debited: string;
  readonly closing: string;
  readonly topUp: string;
  readonly network: string;
  readonly receiver: string;
  readonly transaction: string;
  readonly sender: string;
  readonly bonus: string;
  readonly total: string;
  readonly unit: (zone: string) => string;
  readonly page: (page: number, pages: number) => string;
  /** Kinds of movements that change a buyer's balance; others concern accounts of the system only. */
  readonly kinds: Partial<Record<Kind, string>>;
};

/** Wording of statements and receipts. */
export const statementTexts: Record<Language, Texts> = {
  en: {
    statement: 'Balance statement',
    receipt: 'Top-up receipt',
    buyer: 'Buyer',
    period: 'Period',
    created: 'Created',
    time: 'Time',
    kind: 'Type',
    reference: 'Reference',
    amount: 'Amount',
    balance: 'Balance',
    opening: 'Opening balance',
    credited: 'Credited',
    debited: 'Debited',
    closing: 'Closing balance',
    topUp: 'Top-up number',
    network: 'Network',
    receiver: 'Paid to',
    transaction: 'Transaction',
    sender: 'Sender',
    bonus: 'Top-up bonus',
    total: 'Total credited',
    unit: (zone) => `All amounts in USDT. Times: ${zone}.`,
    page: (page, pages) => `Page ${page} of ${pages}`,
    kinds: {
      credit: 'Top-up credited',
      sale: 'Order paid',
      refund: 'Refund',
      openingBalance: 'Imported balance',
      adjustment: 'Manual adjustment',
      reversal: 'Top-up reversed',
      redemption: 'Gift code redeemed',
      bonus: 'Top-up bonus',
      bonusReversal: 'Top-up bonus reversed',
    },
  },
  'zh-cn': {
    statement: '余额对账单',
    receipt: '充值收据',
    buyer: '买家',
    period: '期间',
    created: '生成时间',
    time: '时间',
    kind: '类型',
    reference: '单号',
    amount: '金额',
    balance: '余额',
    opening: '期初余额',
    credited: '收入合计',
    debited: '支出合计',
    closing: '期末余额',
    topUp: '充值单号',
    network: '网络',
    receiver: '收款地址',
    transaction: '交易',
    sender: '付款地址',
    bonus: '充值奖励',
    total: '到账合计',
    unit: (zone) => `所有金额单位为 USDT。时区：${zone}。`,
    page: (page, pages) => `第 ${page} / ${pages} 页`,
    kinds: {
      credit: '充值到账',
      sale: '支付订单',
      refund: '退款',
      openingBalance: '导入余额',
      adjustment: '手动调整',
      reversal: '撤销到账',
      redemption: '兑换码兑换',
      bonus: '充值奖励',
      bonusReversal: '撤销充值奖励',
    },
  },
  pt: {
    statement: 'Extrato do saldo',
    receipt: 'Recibo de recarga',
    buyer: 'Comprador',
    period: 'Período',
    created: 'Gerado em',
    time: 'Data e hora',
    kind: 'Tipo',
    reference: 'Referência',
    amount: 'Valor',
    balance: 'Saldo',
    opening: 'Saldo inicial',
    credited: 'Entradas',
    debited: 'Saídas',
    closing: 'Saldo final',
    topUp: 'Número da recarga',
    network: 'Rede',
    receiver: 'Pago para',
    transaction: 'Transação',
    sender: 'Remetente',
    bonus: 'Bônus de recarga',
    total: 'Total creditado',
    unit: (zone) => `Todos os valores em USDT. Fuso horário: ${zone}.`,
    page: (page, pages) => `Página ${page} de ${pages}`,
    kinds: {
      credit: 'Recarga creditada',
      sale: 'Pedido pago',
      refund: 'Reembolso',
      openingBalance: 'Saldo importado',
      adjustment: 'Ajuste manual',
      reversal: 'Recarga estornada',
      redemption: 'Vale-presente resgatado',
      bonus: 'Bônus de recarga',
      bonusReversal: 'Bônus de recarga estornado',
    },
  },
  ru: {
    statement: 'Выписка по балансу',
    receipt: 'Квитанция о пополнении',
    buyer: 'Покупатель',
    period: 'Период',
    created: 'Сформирована',
    time: 'Время',
    kind: 'Операция',
    reference: 'Номер',
    amount: 'Сумма',
    balance: 'Баланс',
    opening: 'Остаток на начало',
    credited: 'Поступило',
    debited: 'Списано',
    closing: 'Остаток на конец',
    topUp: 'Номер пополнения',
    network: 'Сеть',
    receiver: 'Адрес получателя',
    transaction: 'Транзакция',
    sender: 'Отправитель',
    bonus: 'Бонус за пополнение',
    total: 'Всего зачислено',
    unit: (zone) => `Все суммы в USDT. Часовой пояс: ${zone}.`,
    page: (page, pages) => `Страница ${page} из ${pages}`,
    kinds: {
      credit: 'Пополнение зачислено',
      sale: 'Оплата заказа',
      refund: 'Возврат',
      openingBalance: 'Импортированный баланс',
      adjustment: 'Ручная корректировка',
      reversal: 'Зачисление отменено',
      redemption: 'Активация подарочного кода',
      bonus: 'Бонус за пополнение',
      bonusReversal: 'Бонус за пополнение отменён',
    },
  },
};

/** As a person reads it: a moment in their time zone, an amount of micro-USDT with at least two decimals. */
export type LocalFormat = {
  readonly zone: string;
  readonly time: (moment: Date) => string;
  readonly day: (moment: Date) => string;
  /** "2026-11-21", for file names. */
  readonly plainDay: (moment: Date) => string;
  readonly money: (amountMicro: bigint) => string;
};

const LOCALES: Record<Language, string> = { en: 'en-GB', 'zh-cn': 'zh-CN', pt: 'pt-BR', ru: 'ru-RU' };

/** In UTC where a browser names a time zone that is none, such as "Etc/Unknown" or "GMT+8". */
export function localFormat(language: Language, wanted = ''): LocalFormat {
  const locale = LOCALES[language];
  const timeZone = isRuntimeZone(wanted) ? wanted : 'UTC';
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const plain = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  return {
    zone: zoneWords(timeZone),
    time: (moment) => time.format(moment),
    day: (moment) => day.format(moment),
    plainDay: (moment) => plain.format(moment),
    // A minus sign, as on the pages.
    money: (amountMicro) => money.format(formatMicro(amountMicro) as `${number}`).replace('-', '−'),
  };
}

/** "Etc/GMT-8" and "+08:00" as "UTC+08:00", the sign as people write it; a place by its name. */
function zoneWords(timeZone: string): string {
  if (!/^(Etc\/GMT)?[+-]/.test(timeZone)) return timeZone;
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')!.value.replace('GMT', 'UTC');
}

/** The caller's username. */
export async function nameCaller(ctx: Ctx): Promise<string> {
  const { userId } = requireUser(ctx.actor);
  return (await nameUsers(ctx, [userId])).get(userId)!;
}
