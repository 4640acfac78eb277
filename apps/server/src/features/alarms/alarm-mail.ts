import type { Ctx } from '../../platform/context.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { writeShopLetter } from '../settings/index.ts';
import { findUserByEmail } from '../users/index.ts';
import { findAlarm, findStanding } from './alarms.sql.ts';
import { LANGUAGES, type AlarmKind, type Language, type Network, type Finding } from '@portside/contract';
import type { NoticeWay } from '@portside/contract/notices/notices';
import { isToldNow, type Told } from '../notices/index.ts';
import { describeFindings } from '../../platform/describe-findings.ts';
import { FOR_EVERY_ADMIN } from './alarm-condition.ts';

/**
 * The alarm's e-mail in the recipient's language; null for who has left the back office, and for an alarm that has ended
 * before it was sent, unless the same was raised again.
 */
export async function renderAlarm(
  ctx: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const alarm = await findStanding(ctx.db, reference);
  const user = await findUserByEmail(ctx.db, recipient);
  if (!alarm || !user || !(await isToldNow(ctx.db, user.id, 'alarmRaised', 'mail'))) return null;
  const { kind, network, findings } = alarm;
  const url = alarmUrl(ctx.publicUrl, kind);
  return writeShopLetter(ctx, user.language, (siteName) => {
    const { subject, lines } = alarmTexts(user.language, { siteName, kind, network, findings, url });
    return { subject, blocks: lines };
  });
}

/** What tells staff of an alarm: on the page of the one that it was, elsewhere only while it stands. */
export async function readAlarm({ db }: Ctx, reference: bigint, way: NoticeWay): Promise<Told | null> {
  const alarm = way === 'page' ? await findAlarm(db, reference) : await findStanding(db, reference);
  if (!alarm) return null;
  const { kind, network, findings } = alarm;
  const worded = LANGUAGES.map((language) => [
    language,
    { title: titleOf(language, kind, network), details: describeFindings(language, findings) },
  ]);
  return { event: 'alarmRaised', facts: { in: Object.fromEntries(worded) }, path: alarmUrl('', kind) };
}

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
    balancesProposed: 'Imported balances from another shop are pending approval',
    balancesImported: 'Balances were imported from another shop',
    chainLate: 'Deposit scanning is delayed',
    sealBroken: 'Receiving addresses were changed outside the shop; buyers no longer see them',
    recordsForged: 'Records in the database were changed outside the shop; it does not use them',
    addressChanged: 'A receiving address was changed',
    chainHalted: 'Deposit scanning has stopped and needs your decision: nodes contradict a finalized block',
    sentToCheckout: 'USDT was sent to the checkout contract itself, where nobody can recover it',
    nodesDisagree: 'Nodes disagree; deposits are credited as soon as two of them agree',
    nodeFailing: 'A node has a problem; the others are enough to continue',
    logsQuarantined: 'Suspicious transfers are quarantined and need a review',
    walletProblem: 'A receiving wallet needs attention',
    addressesShort: 'Money on buyers’ own addresses is missing or blocked',
    booksOff: 'Deposits do not match the chain or the ledger',
    notCovered: 'The shop owes more than it holds on chain',
    sanctionsRefused:
      'A sanctions list was rejected: it is invalid or lost more than half of its addresses; the previous one stays in force',
    sanctionsOld: 'Sanctions list missing or older than 48 hours',
    stockLow: 'Stock of a product is low',
    imagesUsedUp: 'Today’s limit for images from buyers is used up',
    sharedAddress: 'The shop sees one address for nearly all visitors; limits on guessing count them as one',
    mailHeld: 'The mail server takes no e-mails from the shop; all of them wait',
    guessing: 'Possible attack: many failed sign-ins, unknown tokens or denied calls',
    adminChangeProposed: 'A change to admin access has been proposed',
    ownerRecovered: 'An owner’s access was restored with a command on the server',
    standbyUnsafe: 'A database failover would lose orders',
    valkeyAway: 'Valkey is unreachable or refuses writes: no live updates, rate limits apply per process',
    telegramAway: 'Telegram cannot be reached or refuses the shop’s bot',
    ledgerOff: 'A balance does not match its ledger entries',
    ledgerUnchecked: 'The ledger could not be checked for a day; a wrong balance would not be noticed',
  },
  'zh-cn': {
    addressProposed: '有收款地址变更待审批',
    lookAlikeProposed: '待审批的新收款地址与您的地址相似，但并不相同',
    balancesProposed: '有从其他商店导入的余额待审批',
    balancesImported: '已从其他商店导入余额',
    chainLate: '入账识别延迟',
    sealBroken: '收款地址在商店之外被改动，已不再向买家显示',
    recordsForged: '数据库中的记录在商店之外被改动，商店不会使用这些记录',
    addressChanged: '收款地址已变更',
    chainHalted: '入账扫描已停止，需要人工处理：节点数据与已确认的区块不一致',
    sentToCheckout: '有 USDT 直接转入了支付合约，任何人都无法取回',
    nodesDisagree: '节点数据不一致；有两个节点一致后即恢复入账',
    nodeFailing: '有一个节点异常；其余节点足以继续扫描',
    logsQuarantined: '可疑转账已隔离，请审核',
    walletProblem: '有收款钱包需要检查',
    addressesShort: '买家专属地址上的资金缺失或被冻结',
    booksOff: '入账与链上或账本不符',
    notCovered: '链上余额低于应付金额',
    sanctionsRefused: '制裁名单未被采用：内容无效，或地址减少了一半以上；仍沿用原有名单',
    sanctionsOld: '制裁名单缺失或已超过 48 小时',
    stockLow: '商品库存不足',
    imagesUsedUp: '今日买家图片额度已用完',
    sharedAddress: '商店看到几乎所有访客来自同一地址，防猜测限制会把他们当作一人',
    mailHeld: '邮件服务器拒收商店的邮件，所有邮件正在等待',
    guessing: '疑似攻击：大量登录失败、未知令牌或被拒绝的调用',
    adminChangeProposed: '有管理员权限变更待审批',
    ownerRecovered: '店主的访问权限已通过服务器命令恢复',
    standbyUnsafe: '数据库故障切换会丢失订单',
    valkeyAway: 'Valkey 无法连接或拒绝写入：页面不再实时更新，频率限制按进程计算',
    telegramAway: 'Telegram 无法连接或拒绝商店的机器人',
    ledgerOff: '有余额与流水合计不符',
    ledgerUnchecked: '账本已有一天无法核对；余额有误将不会被发现',
  },
  pt: {
    addressProposed: 'Novo endereço de recebimento proposto',
    lookAlikeProposed: 'O endereço de recebimento proposto é parecido com um dos seus, mas é outro',
    balancesProposed: 'Foi proposta a importação de saldos de outra loja',
    balancesImported: 'Saldos de outra loja foram importados',
    chainLate: 'A leitura de depósitos está atrasada',
    sealBroken: 'Endereços de recebimento foram alterados fora da loja; os compradores não os veem mais',
    recordsForged: 'Registros do banco de dados foram alterados fora da loja, que não os usa',
    addressChanged: 'Um endereço de recebimento foi alterado',
    chainHalted:
      'A leitura de depósitos parou e precisa da sua decisão: os nós contradizem um bloco já finalizado',
    sentToCheckout: 'USDT enviado ao próprio contrato de pagamento, de onde ninguém pode recuperá-lo',
    nodesDisagree: 'Os nós divergem; os depósitos serão creditados assim que dois deles concordarem',
    nodeFailing: 'Um nó está com problemas; os outros bastam para continuar',
    logsQuarantined: 'Transferências suspeitas em quarentena: um nó confiável não as informaria',
    walletProblem: 'Uma carteira de recebimento precisa de atenção',
    addressesShort: 'Há dinheiro faltando ou bloqueado em endereços próprios de compradores',
    booksOff: 'Depósitos divergem da rede ou do livro-razão',
    notCovered: 'A loja deve mais do que tem na rede',
    sanctionsRefused:
      'Uma lista de sanções foi rejeitada: é inválida ou perdeu mais da metade dos endereços; a anterior continua em vigor',
    sanctionsOld: 'Lista de sanções ausente ou com mais de 48 horas',
    stockLow: 'O estoque de um produto está baixo',
    imagesUsedUp: 'O limite diário de imagens dos compradores foi atingido',
    sharedAddress:
      'A loja vê um só endereço para quase todos os visitantes; os limites de tentativas os contam como um',
    mailHeld: 'O servidor de e-mail não aceita os e-mails da loja; todos aguardam',
    guessing: 'Possível ataque: muitos logins com falha, tokens desconhecidos ou chamadas negadas',
    adminChangeProposed: 'Foi proposta uma alteração no acesso de um administrador',
    ownerRecovered: 'O acesso de um proprietário foi restaurado por um comando no servidor',
    standbyUnsafe: 'Um failover do banco de dados perderia pedidos',
    valkeyAway:
      'Valkey inacessível ou sem aceitar gravações: sem atualizações em tempo real; os limites de requisições valem por processo',
    telegramAway: 'Telegram inacessível ou recusando o bot da loja',
    ledgerOff: 'Um saldo difere da soma das suas movimentações',
    ledgerUnchecked: 'O livro-razão não pôde ser conferido há um dia; um saldo errado não seria notado',
  },
  ru: {
    addressProposed: 'Предложена смена адресов для приёма платежей',
    lookAlikeProposed: 'Предложенный адрес для приёма платежей похож на ваш, но это другой адрес',
    balancesProposed: 'Предложен импорт балансов из другого магазина',
    balancesImported: 'Импортированы балансы из другого магазина',
    chainLate: 'Платежи обрабатываются с задержкой',
    sealBroken: 'Адреса для приёма платежей изменены в обход магазина; покупатели их больше не видят',
    recordsForged: 'Записи в базе данных изменены в обход магазина; магазин их не использует',
    addressChanged: 'Адрес для приёма платежей изменён',
    chainHalted:
      'Обработка платежей остановлена и ждёт вашего решения: данные узлов расходятся с подтверждённым блоком',
    sentToCheckout: 'USDT отправлены на сам платёжный контракт, откуда их никто не сможет вернуть',
    nodesDisagree: 'Данные узлов расходятся; платежи будут зачислены, как только совпадут данные двух узлов',
    nodeFailing: 'Один из узлов работает с ошибками; остальных достаточно',
    logsQuarantined: 'Подозрительные переводы помещены в карантин, их нужно проверить',
    walletProblem: 'Один из кошельков магазина требует внимания',
    addressesShort: 'На личных адресах покупателей деньги заблокированы или их не хватает',
    booksOff: 'Платежи расходятся с блокчейном или учётом',
    notCovered: 'В сетях меньше, чем магазин должен',
    sanctionsRefused:
      'Санкционный список отклонён: он повреждён или потерял больше половины адресов; действует прежний',
    sanctionsOld: 'Санкционный список не загружен или старше 48 часов',
    stockLow: 'Товар заканчивается',
    imagesUsedUp: 'Дневной лимит изображений от покупателей исчерпан',
    sharedAddress: 'Почти у всех посетителей магазин видит один адрес; ограничения попыток считают их одним',
    mailHeld: 'Почтовый сервер не принимает письма магазина; все они ждут отправки',
    guessing: 'Возможная атака: много неудачных входов, неизвестных токенов или отклонённых вызовов',
    adminChangeProposed: 'Предложено изменение доступа администратора',
    ownerRecovered: 'Доступ владельца восстановлен командой на сервере',
    standbyUnsafe: 'При переключении на резервную базу данных потеряются заказы',
    valkeyAway:
      'Valkey недоступен или не принимает запись: страницы не обновляются в реальном времени, лимиты запросов считаются в каждом процессе отдельно',
    telegramAway: 'Telegram недоступен или отклоняет бота магазина',
    ledgerOff: 'Баланс не равен сумме операций по нему',
    ledgerUnchecked: 'Учёт не удаётся сверить уже день: неверный баланс остался бы незамеченным',
  },
};

const LOOK: Record<Language, string> = {
  en: 'Current status:',
  'zh-cn': '查看当前情况：',
  pt: 'Veja a situação atual:',
  ru: 'Текущее состояние:',
};

/** The page that shows an alarm; the back office's first one for alarms that every admin is notified of. */
export const alarmUrl = (publicUrl: string, kind: AlarmKind): string =>
  FOR_EVERY_ADMIN.has(kind) ? `${publicUrl}/admin` : `${publicUrl}/admin/dataBoard`;

export function alarmTexts(language: Language, { siteName, kind, network, findings, url }: Facts): Texts {
  const where = titleOf(language, kind, network);
  const details = describeFindings(language, findings);
  return {
    subject: `${siteName}: ${where}`,
    lines: [where, ...(details === '' ? [] : [details]), `${LOOK[language]} ${url}`],
  };
}

const titleOf = (language: Language, kind: AlarmKind, network: Network | null): string =>
  network === null ? WHAT[language][kind] : `${network}: ${WHAT[language][kind]}`;
