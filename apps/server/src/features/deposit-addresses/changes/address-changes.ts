import { chainNameOf, formatAddress, recordOf } from '@portside/chain';
import type { DepositFactory } from '@portside/checkout';
import {
  type AddressChange,
  type Data,
  type Input,
  type Network,
  NETWORKS,
  type Language,
} from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../../platform/actor.ts';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/lists/pages.ts';
import { findFactoryChange, listFactories, type FactoryChange } from '../../payment-methods/index.ts';
import { findAddress, keepAddress, NEVER_OPENED } from '../deposit-addresses.sql.ts';
import { ownAddressOf } from '../own-address.ts';
import {
  hadAddress,
  listNotices,
  listOwnRows,
  type AddressNoticeRow,
  setDismissed,
  hasUnmailed,
  insertNotices,
  isDone,
  lockChange,
  moveChange,
  setMailed,
  takeUnmailed,
  findNotice,
} from './address-notices.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { countUntriedBulk, queueMails } from '../../../platform/mail/outbox.sql.ts';
import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { writeShopLetter } from '../../settings/index.ts';
import { findUser } from '../../users/index.ts';

/** The page opens the new address by itself, and a buyer may reload it before they have read what changed. */
const SHOWN_AFTER_OPENING_MS = 30 * 60_000;

/**
 * The caller's own addresses that have changed, until each change is dismissed or half an hour after the new address was
 * first opened, on whatever device. Where the network has no own addresses any more, until it is dismissed. Addresses are
 * computed from sealed methods and the key, not read; a new one is kept, so that payments to it are found.
 */
export async function listAddressChanges(
  ctx: Ctx,
  { query }: Input<'listAddressChanges'>,
): Promise<Data<'listAddressChanges'>> {
  const { userId } = requireUser(ctx.actor);
  const openedAfter = new Date(ctx.clock.now().getTime() - SHOWN_AFTER_OPENING_MS);
  const notices = await listNotices(ctx.db, userId, openedAfter);
  const current = new Map<Network, FactoryChange | null>();
  for (const network of new Set(notices.map((notice) => notice.network)))
    current.set(network, await findFactoryChange(ctx, network));
  const changes: AddressChange[] = [];
  for (const notice of notices) {
    const change = current.get(notice.network);
    if (change?.methodId === notice.method_id) changes.push(await present(ctx, notice, change));
  }
  return pageOf(changes, query);
}

async function present(ctx: Ctx, notice: AddressNoticeRow, change: FactoryChange): Promise<AddressChange> {
  const { network, chainId, factory, since } = change;
  const fresh = factory && (await watchedAddress(ctx, change, factory, notice.user_id));
  const isFormer = await hadAddress(ctx.db, change, notice.user_id);
  return {
    id: notice.id.toString(),
    type: network,
    network_name: chainNameOf(network, Number(chainId)),
    old_address: formatAddress(network, await oldAddress(ctx, notice, change, isFormer)),
    new_address: fresh && formatAddress(network, fresh),
    is_former: isFormer,
    changed_at: since.toISOString(),
  };
}

/** The buyer's new address. A buyer who is told of it may pay without opening it, so it is read from now on. */
async function watchedAddress(
  { db, keyring, clock }: Ctx,
  { network, chainId }: FactoryChange,
  factory: DepositFactory,
  userId: bigint,
): Promise<Hex> {
  const own = ownAddressOf(keyring, { chainId, factory }, userId);
  const place = { user_id: userId, network, chain_id: chainId, factory_address: factory.factory };
  const times = { created_at: clock.now(), opened_at: NEVER_OPENED };
  if (!(await findAddress(db, place))) await keepAddress(db, { ...place, ...own, ...times, origin: null });
  return own.address;
}

/**
 * The address that the buyer knows: that of the factory before or, if they never opened that one, the one they opened
 * last. If they opened the new one last, they were only ever told of the one before.
 */
async function oldAddress(
  ctx: Ctx,
  { user_id: userId }: AddressNoticeRow,
  { network, chainId, factory, former }: FactoryChange,
  isFormer: boolean,
): Promise<Hex> {
  const own = (of: FactoryChange['former']): Hex =>
    ownAddressOf(ctx.keyring, { chainId, factory: of }, userId).address;
  if (isFormer) return own(former);
  const known = (await listOwnRows(ctx.db, userId, chainId)).map(({ factory_address: at }) => at);
  if (known.includes(former.factory)) return own(former);
  const factories = await listFactories(ctx, network, chainId);
  const last = known
    .filter((at) => at !== factory?.factory)
    .map((at) => factories.find((one) => one.factory === at))
    .find((one) => one !== undefined);
  return own(last ?? former);
}

/**
 * A change of one's own address is not shown again, on any device; again, the same. Refuses another user's (notFound).
 */
export async function dismissAddressChange(
  { db, actor, clock }: Ctx,
  { params }: Input<'dismissAddressChange'>,
): Promise<Data<'dismissAddressChange'>> {
  const { userId } = requireUser(actor);
  if (!(await setDismissed(db, userId, BigInt(params.id), clock.now()))) refuse('notFound', 'no such change');
  return null;
}

/** Buyers looked at in one transaction. */
const BUYERS = 500;
/** E-mails that wait for their first attempt; more are queued as these are sent. */
const MOST_WAITING = 100;

/**
 * Tells buyers that their own addresses have changed: on the page within seconds, and by e-mail as fast as the mail
 * server allows. Continues where any process left off: a notice is one row per buyer and change, and its e-mail is
 * queued in the transaction that marks it. Waits while the network takes no top-ups.
 */
export async function notifyAddressChanges(ctx: Ctx): Promise<{ more: boolean }> {
  let more = false;
  for (const network of NETWORKS) {
    const change = await findFactoryChange(ctx, network);
    if (!change) continue;
    // Each buyer is notified once; the change stays current as long as the factory is in use.
    if (!(await isDone(ctx.db, change.methodId)) && (await noteBuyers(ctx, change))) more = true;
    if (await hasUnmailed(ctx.db, change.methodId)) await mailBuyers(ctx, change);
  }
  return { more };
}

/** Adds notices for the next buyers; false once nobody is left. */
const noteBuyers = (ctx: Ctx, change: FactoryChange): Promise<boolean> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    const { up_to_user: after, done_at: doneAt } = await lockChange(db, change, now);
    if (doneAt !== null) return false;
    const last = await insertNotices(db, change, { after, limit: BUYERS, now });
    await moveChange(db, change.methodId, last === null ? { done_at: now } : { up_to_user: last });
    return last !== null;
  });

/** Queues as many e-mails as there is room for. */
const mailBuyers = (ctx: Ctx, { methodId }: FactoryChange): Promise<void> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const room = MOST_WAITING - (await countUntriedBulk(db, ADDRESS_CHANGED_MAIL));
    if (room <= 0) return;
    const notices = await takeUnmailed(db, methodId, room);
    if (notices.length === 0) return;
    const mails = notices
      .filter(({ isActive }) => isActive)
      .map(({ id, email }) => ({ kind: ADDRESS_CHANGED_MAIL, reference: id, recipient: email }));
    const now = clock.now();
    if (mails.length > 0) await queueMails(db, mails, now, { bulk: true });
    await setMailed(
      db,
      notices.map(({ id }) => id),
      now,
    );
  });

/** The kind of the e-mail in the outbox; its reference is the notice's id. */
export const ADDRESS_CHANGED_MAIL = 'address-changed';

/**
 * That a buyer's own address on a network has changed, or that the network has none any more; null where it has changed
 * again since. Names no address and has no link: e-mails can be forged, and no buyer may learn to expect an address to
 * pay to in one.
 */
export async function renderAddressChanged(ctx: Ctx, noticeId: bigint): Promise<MailMessage | null> {
  const notice = await findNotice(ctx.db, noticeId);
  const user = notice && (await findUser(ctx.db, notice.user_id));
  const change = notice && (await findFactoryChange(ctx, notice.network));
  if (!user || change?.methodId !== notice.method_id) return null;
  const facts = {
    username: user.username,
    network: recordOf(notice.network).name,
    news: !change.factory ? 'none' : (await hadAddress(ctx.db, change, user.id)) ? 'former' : 'new',
  } as const;
  return writeShopLetter(ctx, user.language, (siteName) => {
    const { subject, lines } = addressChangedTexts[user.language]({ siteName, ...facts });
    return { subject, blocks: lines, hasLinks: false };
  });
}

type Facts = {
  readonly siteName: string;
  readonly username: string;
  readonly network: string;
  /** The new address is one that the buyer never had or one that they had before, or there is none any more. */
  readonly news: 'new' | 'former' | 'none';
};

type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** What arrives at the old address is credited in every case, but the wallet behind it may be a stolen one. */
const addressChangedTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}: please stop using your ${network} address`
        : `${siteName}: your ${network} address has changed`,
    lines: [
      {
        new: `Your own address for top-ups on ${network} (profile ${username}) has changed.`,
        former: `Your own address for top-ups on ${network} (profile ${username}) has changed: an address you used before is in use again.`,
        none: `Your own address for top-ups on ${network} (profile ${username}) is no longer in use. The shop now shows where to pay for each top-up.`,
      }[news],
      'Please stop sending to the old address. What still arrives there is added to your balance.',
      news === 'none'
        ? `If you saved the old address in a wallet or at an exchange, delete it there. To top up, open ${siteName} the way you always do, go to “Top up” and use what that page shows.`
        : `To see your new address, open ${siteName} the way you always do and go to “Top up”. If you saved the old one in a wallet or at an exchange, replace it there.`,
      'For your security, this e-mail contains no link and no address to pay to. We never send one by e-mail: don’t pay to an address from a message.',
    ],
  }),
  'zh-cn': ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}：请停止使用您的 ${network} 充值地址`
        : `${siteName}：您的 ${network} 充值地址已更换`,
    lines: [
      {
        new: `用户 ${username} 在 ${network} 上的专属充值地址已更换。`,
        former: `用户 ${username} 在 ${network} 上的专属充值地址已更换，现在重新使用您以前的一个地址。`,
        none: `用户 ${username} 在 ${network} 上的专属充值地址已停用。现在每次充值时，商店都会显示收款地址。`,
      }[news],
      '请不要再向旧地址付款。如仍有款项转入旧地址，也会计入您的余额。',
      news === 'none'
        ? `如果您在钱包或交易所保存了旧地址，请将其删除。充值时，请按您平时的方式打开 ${siteName}，进入“充值”页面，并以页面显示的信息为准。`
        : `如需查看新地址，请按您平时的方式打开 ${siteName}，进入“充值”页面。如果您在钱包或交易所保存了旧地址，请换成新地址。`,
      '为了您的安全，本邮件不含任何链接或收款地址。我们绝不会通过邮件发送收款地址，请勿向任何消息中的地址付款。',
    ],
  }),
  pt: ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}: pare de usar seu endereço na ${network}`
        : `${siteName}: seu endereço na ${network} mudou`,
    lines: [
      {
        new: `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) mudou.`,
        former: `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) mudou: voltou a ser um que você já teve.`,
        none: `Seu endereço próprio para recargas na rede ${network} (perfil ${username}) não é mais usado. Agora a loja mostra para onde pagar em cada recarga.`,
      }[news],
      'Não envie mais nada para o endereço antigo. O que ainda chegar nele entra no seu saldo.',
      news === 'none'
        ? `Se você salvou o endereço antigo em uma carteira ou corretora, apague-o. Para recarregar, abra ${siteName} como sempre faz, vá em “Recarregar” e use o que a página mostrar.`
        : `Para ver o novo endereço, abra ${siteName} como sempre faz e vá em “Recarregar”. Se você salvou o antigo em uma carteira ou corretora, substitua-o.`,
      'Para sua segurança, este e-mail não traz links nem endereços de pagamento. Nunca enviamos endereços por e-mail: não pague para um endereço recebido por mensagem.',
    ],
  }),
  ru: ({ siteName, username, network, news }) => ({
    subject:
      news === 'none'
        ? `${siteName}: больше не используйте ваш адрес в сети ${network}`
        : `${siteName}: ваш адрес в сети ${network} изменился`,
    lines: [
      {
        new: `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) изменился.`,
        former: `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) изменился: снова действует один из прежних ваших адресов.`,
        none: `Ваш личный адрес для пополнения в сети ${network} (профиль ${username}) больше не используется. Теперь магазин показывает, куда платить, при каждом пополнении.`,
      }[news],
      'Больше ничего не отправляйте на старый адрес. То, что на него всё же поступит, будет зачислено на ваш баланс.',
      news === 'none'
        ? `Если старый адрес сохранён в кошельке или на бирже, удалите его. Чтобы пополнить баланс, откройте ${siteName} как обычно, перейдите в раздел «Пополнить» и платите так, как указано на странице.`
        : `Чтобы увидеть новый адрес, откройте ${siteName} как обычно и перейдите в раздел «Пополнить». Если старый адрес сохранён в кошельке или на бирже, замените его.`,
      'Ради вашей безопасности в этом письме нет ни ссылок, ни адреса для оплаты. Мы никогда не присылаем такие адреса по почте: не платите на адреса из сообщений.',
    ],
  }),
};
