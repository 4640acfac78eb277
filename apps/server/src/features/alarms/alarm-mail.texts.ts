import type { AlarmKind, Language, Network, Finding } from '@portside/contract';
import { describeFindings } from '../../platform/describe-findings.ts';

type Facts = {
  readonly siteName: string;
  readonly kind: AlarmKind;
  readonly network: Network | null;
  readonly findings: readonly Finding[];
  readonly url: string;
};
type Texts = { readonly subject: string; readonly lines: readonly string[] };

const WHAT: Record<Language, Record<AlarmKind, string>> = {
  en: {
    addressProposed: 'A new receiving address has been proposed',
    lookAlikeProposed: 'A proposed receiving address looks like one of yours but is different',
    chainLate: 'Deposit scanning is delayed',
    sealBroken: 'Receiving addresses were changed outside the shop; the network is off',
    chainHalted: 'Deposit scanning has stopped and waits for you: nodes contradict a finalized block',
    sentToCheckout: 'USDT was sent to the checkout contract itself, where nobody can recover it',
    nodesDisagree: 'Nodes disagree; deposits are credited as soon as two of them agree',
    nodeFailing: 'A node does not work as it should; the others are enough',
    logsQuarantined: 'Suspicious transfers quarantined: no honest node reports such records',
    walletProblem: 'A treasury wallet needs attention',
    booksOff: 'Deposits and ledger do not match',
    notCovered: 'Treasury wallets hold less than the shop owes',
    sanctionsRefused:
      'A sanctions list was refused: it is invalid, or has lost more than half of its addresses; the former one stays in force',
    sanctionsOld: 'Sanctions list missing or older than 48 hours',
    guessing: 'Many guesses at passwords, tokens or calls',
    adminChangeProposed: 'A change to an admin has been proposed',
    ownerRecovered: 'An owner regained access by a command on the server',
    standbyUnsafe: 'A failover of the database would lose orders',
    valkeyAway: 'Valkey is unreachable: no live updates, rate limits apply per process',
    ledgerOff: 'A balance does not match its ledger entries',
  },
  'zh-cn': {
    addressProposed: '有收款地址变更待审批',
    lookAlikeProposed: '待审批的新收款地址与您的地址相似，但并不相同',
    chainLate: '入账识别延迟',
    sealBroken: '收款地址在商店之外被改动，该网络已关闭',
    chainHalted: '入账扫描已停止，需要人工处理：节点数据与已确认的区块不一致',
    sentToCheckout: '有 USDT 直接转入了支付合约，任何人都无法取回',
    nodesDisagree: '节点数据不一致；有两个节点一致后即恢复入账',
    nodeFailing: '有一个节点异常；其余节点足以继续扫描',
    logsQuarantined: '可疑转账已隔离：正常节点不会返回此类记录',
    walletProblem: '有钱包需要检查',
    booksOff: '入账与账本不符',
    notCovered: '钱包余额低于应付金额',
    sanctionsRefused: '制裁名单未被采用：内容无效，或地址减少了一半以上；仍沿用原有名单',
    sanctionsOld: '制裁名单缺失或已超过 48 小时',
    guessing: '检测到大量密码、令牌或接口的猜测尝试',
    adminChangeProposed: '有针对管理员的变更待审批',
    ownerRecovered: '有所有者通过服务器命令恢复了访问权限',
    standbyUnsafe: '数据库故障切换会丢失订单',
    valkeyAway: '无法连接 Valkey：页面不再实时更新，频率限制按进程计算',
    ledgerOff: '有余额与流水合计不符',
  },
  pt: {
    addressProposed: 'Novo endereço de recebimento proposto',
    lookAlikeProposed: 'O endereço de recebimento proposto é parecido com um dos seus, mas é outro',
    chainLate: 'Pagamentos detectados com atraso',
    sealBroken: 'Endereços de recebimento foram alterados fora da loja; a rede está desativada',
    chainHalted: 'A leitura de depósitos parou e espera por você: os nós contradizem um bloco já finalizado',
    sentToCheckout: 'USDT enviado ao próprio contrato de pagamento, de onde ninguém pode recuperá-lo',
    nodesDisagree: 'Os nós divergem; os depósitos serão creditados assim que dois deles concordarem',
    nodeFailing: 'Um nó não funciona como deveria; os outros são suficientes',
    logsQuarantined: 'Transferências suspeitas em quarentena: um nó confiável não as informaria',
    walletProblem: 'Uma carteira da loja precisa de atenção',
    booksOff: 'Depósitos e livro-razão divergem',
    notCovered: 'As carteiras têm menos do que a loja deve',
    sanctionsRefused:
      'Uma lista de sanções foi recusada: é inválida ou perdeu mais da metade dos endereços; a anterior continua em vigor',
    sanctionsOld: 'Lista de sanções ausente ou com mais de 48 horas',
    guessing: 'Muitas tentativas de adivinhar senhas, tokens ou chamadas',
    adminChangeProposed: 'Foi proposta uma alteração em um administrador',
    ownerRecovered: 'Um proprietário recuperou o acesso por um comando no servidor',
    standbyUnsafe: 'Uma troca do servidor de banco de dados perderia pedidos',
    valkeyAway: 'Valkey inacessível: sem atualizações ao vivo, e os limites de frequência valem por processo',
    ledgerOff: 'Um saldo difere da soma das suas movimentações',
  },
  ru: {
    addressProposed: 'Предложена смена адресов для приёма платежей',
    lookAlikeProposed: 'Предложенный адрес для приёма платежей похож на ваш, но это другой адрес',
    chainLate: 'Платежи обрабатываются с задержкой',
    sealBroken: 'Адреса для приёма платежей изменены в обход магазина; сеть отключена',
    chainHalted:
      'Обработка платежей остановлена и ждёт вашего решения: данные узлов расходятся с подтверждённым блоком',
    sentToCheckout: 'USDT отправлены на сам платёжный контракт, откуда их никто не сможет вернуть',
    nodesDisagree: 'Данные узлов расходятся; платежи будут зачислены, как только совпадут данные двух узлов',
    nodeFailing: 'Один из узлов работает с ошибками; остальных достаточно',
    logsQuarantined: 'Подозрительные переводы помещены в карантин: исправный узел таких не сообщает',
    walletProblem: 'Один из кошельков магазина требует внимания',
    booksOff: 'Платежи и учёт расходятся',
    notCovered: 'На кошельках меньше, чем магазин должен',
    sanctionsRefused:
      'Санкционный список отклонён: он повреждён или потерял больше половины адресов; действует прежний',
    sanctionsOld: 'Санкционный список не загружен или старше 48 часов',
    guessing: 'Много попыток подобрать пароль, токен или вызов',
    adminChangeProposed: 'Предложено изменение для администратора',
    ownerRecovered: 'Владелец восстановил доступ командой на сервере',
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

/** Every admin is notified of these, though not every admin has the dashboard. */
const ON_EVERY_PAGE: ReadonlySet<AlarmKind> = new Set([
  'addressProposed',
  'lookAlikeProposed',
  'adminChangeProposed',
  'ownerRecovered',
]);

/** The page that shows an alarm; the back office's first one for alarms that every admin is notified of. */
export const alarmUrl = (publicUrl: string, kind: AlarmKind): string =>
  ON_EVERY_PAGE.has(kind) ? `${publicUrl}/admin` : `${publicUrl}/admin/dataBoard`;

export function alarmTexts(language: Language, { siteName, kind, network, findings, url }: Facts): Texts {
  const what = WHAT[language][kind];
  const where = network === null ? what : `${network}: ${what}`;
  const details = describeFindings(language, findings);
  return {
    subject: `${siteName}: ${where}`,
    lines: [where, ...(details === '' ? [] : [details]), `${LOOK[language]} ${url}`],
  };
}
