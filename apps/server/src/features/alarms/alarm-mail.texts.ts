import type { AlarmKind, Language, Network } from '@portside/contract';

type Facts = {
  readonly siteName: string;
  readonly kind: AlarmKind;
  readonly network: Network | null;
  readonly detail: string;
  readonly url: string;
};
type Texts = { readonly subject: string; readonly lines: readonly string[] };

const WHAT: Record<Language, Record<AlarmKind, string>> = {
  en: {
    addressProposed: 'A new address to receive payments is proposed',
    chainLate: 'Payments are seen late',
    chainHalted: 'Payments are not read any more: the nodes contradict what was final',
    logsQuarantined: 'Odd transfers were put aside: no honest node tells of such',
    walletProblem: 'A wallet of the shop needs attention',
    booksOff: 'Deposits and ledger differ',
    notCovered: 'The wallets hold less than the shop owes',
    sanctionsOld: 'The sanctions list is missing or older than 48 hours',
    ledgerOff: 'A balance is not the sum of its movements',
  },
  'zh-cn': {
    addressProposed: '有人提议更改收款地址',
    chainLate: '到账识别延迟',
    chainHalted: '已停止读取付款：节点与已确认的区块相矛盾',
    logsQuarantined: '有异常转账被隔离：正常节点不会给出这样的记录',
    walletProblem: '商店的一个钱包需要检查',
    booksOff: '充值记录与账本不符',
    notCovered: '钱包余额少于商店的应付金额',
    sanctionsOld: '制裁名单缺失或已超过 48 小时',
    ledgerOff: '有余额与其流水之和不符',
  },
  pt: {
    addressProposed: 'Foi proposto um novo endereço de recebimento',
    chainLate: 'Os pagamentos são vistos com atraso',
    chainHalted: 'Os pagamentos deixaram de ser lidos: os nós contradizem o que era final',
    logsQuarantined: 'Transferências estranhas foram postas de lado: nenhum nó honesto as mostra',
    walletProblem: 'Uma carteira da loja precisa de atenção',
    booksOff: 'Os depósitos e o livro-razão diferem',
    notCovered: 'As carteiras têm menos do que a loja deve',
    sanctionsOld: 'A lista de sanções falta ou tem mais de 48 horas',
    ledgerOff: 'Um saldo não é a soma dos seus movimentos',
  },
  ru: {
    addressProposed: 'Предложена смена адресов для приёма платежей',
    chainLate: 'Платежи обрабатываются с задержкой',
    chainHalted: 'Обработка платежей остановлена: данные узлов расходятся с подтверждённым блоком',
    logsQuarantined: 'Подозрительные переводы помещены в карантин: исправный узел таких не сообщает',
    walletProblem: 'Один из кошельков магазина требует внимания',
    booksOff: 'Платежи и учёт расходятся',
    notCovered: 'На кошельках меньше, чем магазин должен',
    sanctionsOld: 'Санкционный список не загружен или старше 48 часов',
    ledgerOff: 'Баланс не равен сумме операций по нему',
  },
};

const LOOK: Record<Language, string> = {
  en: 'How things stand now:',
  'zh-cn': '当前情况：',
  pt: 'A situação atual:',
  ru: 'Текущее состояние:',
};

/** A proposed address stands above every page, for not every admin has the board. */
export const placeOf = (publicUrl: string, kind: AlarmKind): string =>
  kind === 'addressProposed' ? `${publicUrl}/admin` : `${publicUrl}/admin/dataBoard`;

export function alarmTexts(language: Language, { siteName, kind, network, detail, url }: Facts): Texts {
  const what = WHAT[language][kind];
  const where = network === null ? what : `${network}: ${what}`;
  return { subject: `${siteName}: ${where}`, lines: [where, detail, `${LOOK[language]} ${url}`] };
}
