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
    addressProposed: 'A new receiving address has been proposed',
    chainLate: 'Deposit scanning is delayed',
    chainHalted: 'Deposit scanning has stopped: the nodes contradict a finalized block',
    logsQuarantined: 'Suspicious transfers quarantined: no honest node reports such records',
    walletProblem: 'A treasury wallet needs attention',
    booksOff: 'Deposits and ledger do not match',
    notCovered: 'Treasury wallets hold less than the shop owes',
    sanctionsOld: 'Sanctions list missing or older than 48 hours',
    guessing: 'Many guesses at passwords, tokens or calls',
    adminChangeProposed: 'A change to an admin has been proposed',
    ownerRecovered: 'An owner regained access by a command on the server',
    ledgerOff: 'A balance does not match its ledger entries',
  },
  'zh-cn': {
    addressProposed: '有收款地址变更待审批',
    chainLate: '入账识别延迟',
    chainHalted: '入账扫描已停止：节点数据与已确认的区块不一致',
    logsQuarantined: '可疑转账已隔离：正常节点不会返回此类记录',
    walletProblem: '有钱包需要检查',
    booksOff: '入账与账本不符',
    notCovered: '钱包余额低于应付金额',
    sanctionsOld: '制裁名单缺失或已超过 48 小时',
    guessing: '检测到大量密码、令牌或接口的猜测尝试',
    adminChangeProposed: '有针对管理员的变更待审批',
    ownerRecovered: '有所有者通过服务器命令恢复了访问权限',
    ledgerOff: '有余额与流水合计不符',
  },
  pt: {
    addressProposed: 'Novo endereço de recebimento proposto',
    chainLate: 'Pagamentos detectados com atraso',
    chainHalted: 'A leitura de depósitos parou: os nós contradizem um bloco já finalizado',
    logsQuarantined: 'Transferências suspeitas em quarentena: um nó confiável não as informaria',
    walletProblem: 'Uma carteira da loja precisa de atenção',
    booksOff: 'Depósitos e livro-razão divergem',
    notCovered: 'As carteiras têm menos do que a loja deve',
    sanctionsOld: 'Lista de sanções ausente ou com mais de 48 horas',
    guessing: 'Muitas tentativas de adivinhar senhas, tokens ou chamadas',
    adminChangeProposed: 'Foi proposta uma alteração em um administrador',
    ownerRecovered: 'Um proprietário recuperou o acesso por um comando no servidor',
    ledgerOff: 'Um saldo difere da soma das suas movimentações',
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
    guessing: 'Много попыток подобрать пароль, токен или вызов',
    adminChangeProposed: 'Предложено изменение для администратора',
    ownerRecovered: 'Владелец восстановил доступ командой на сервере',
    ledgerOff: 'Баланс не равен сумме операций по нему',
  },
};

const LOOK: Record<Language, string> = {
  en: 'Current status:',
  'zh-cn': '查看当前情况：',
  pt: 'Veja a situação atual:',
  ru: 'Текущее состояние:',
};

/** What every admin is told of, though not every admin has the data board. */
const ON_EVERY_PAGE: ReadonlySet<AlarmKind> = new Set([
  'addressProposed',
  'adminChangeProposed',
  'ownerRecovered',
]);

/** The page that shows an alarm; the back office's first one for what every admin is told of. */
export const alarmUrl = (publicUrl: string, kind: AlarmKind): string =>
  ON_EVERY_PAGE.has(kind) ? `${publicUrl}/admin` : `${publicUrl}/admin/dataBoard`;

export function alarmTexts(language: Language, { siteName, kind, network, detail, url }: Facts): Texts {
  const what = WHAT[language][kind];
  const where = network === null ? what : `${network}: ${what}`;
  return { subject: `${siteName}: ${where}`, lines: [where, detail, `${LOOK[language]} ${url}`] };
}
