import type { Ctx } from '../../platform/context.ts';
import { seedBrand } from '../settings/index.ts';
import type { DemoTexts } from './demo-texts.ts';

export const HOME_LEDE: DemoTexts = {
  en: 'Mailboxes, game accounts, cloud storage. Live stock, volume pricing, instant delivery. Pay in USDT from your own wallet.',
  'zh-cn': '邮箱、游戏账号、云存储，实时库存，买得越多单价越低。用您自己的钱包以 USDT 付款。',
  pt: 'Caixas de e-mail, contas de jogos, armazenamento em nuvem. Estoque real, preço por volume e entrega na hora. Pague em USDT com a sua carteira.',
  ru: 'Почтовые ящики, игровые аккаунты, облачные хранилища. Реальный остаток, оптовые цены, выдача сразу после оплаты. Платите в USDT со своего кошелька.',
};

/** The texts of the sandbox's home page, which name its demo goods. */
export const seedShopTexts = (ctx: Ctx): Promise<void> => seedBrand(ctx, { headline: {}, lede: HOME_LEDE });
