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
    standbyUnsafe: 'A failover of the database would lose orders',
    valkeyAway: 'Valkey is unreachable: no live updates, rate limits apply per process',
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
    standbyUnsafe: '数据库故障切换会丢失订单',
    valkeyAway: '无法连接 Valkey：页面不再实时更新，频率限制按进程计算',
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
    standbyUnsafe: 'Uma troca do servidor de banco de dados perderia pedidos',
    valkeyAway: 'Valkey inacessível: sem atualizações ao vivo, e os limites de frequência valem por processo',
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
    standbyUnsafe: 'При переключении базы данных заказы будут потеряны',
    valkeyAway:
      'Valkey недоступен: обновления не приходят сразу, лимиты запросов считаются в каждом процессе отдельно',
    ledgerOff: 'Баланс не равен сумме операций по нему',
  },
};

const LOOK: Record<Language, string> = {
  en: 'Current status:',
  'zh-cn': '查看当前情况：',
  pt: 'Veja a situação atual:',
  ru: 'Текущее состояние:',
};

/** The page that shows an alarm. A proposed address is on every admin page, since not every admin has the data board. */
export const alarmUrl = (publicUrl: string, kind: AlarmKind): string =>
  kind === 'addressProposed' ? `${publicUrl}/admin` : `${publicUrl}/admin/dataBoard`;

export function alarmTexts(language: Language, { siteName, kind, network, detail, url }: Facts): Texts {
  const what = WHAT[language][kind];
  const where = network === null ? what : `${network}: ${what}`;
  return { subject: `${siteName}: ${where}`, lines: [where, detail, `${LOOK[language]} ${url}`] };
}
