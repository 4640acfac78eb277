import type { Language } from '@portside/contract';

type Facts = {
  readonly orderNo: string;
  readonly goods: string;
  readonly quantity: number;
  readonly recordUrl: string;
  readonly deletedOn: string;
};

type Texts = {
  readonly subject: string;
  readonly lines: readonly string[];
  /** Heading of the product's instruction. */
  readonly instruction: string;
};

/** Wording of the delivery e-mail. */
export const deliveryTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Your order ${orderNo}: ${quantity} × ${goods}`,
    lines: [
      `Thank you for your order ${orderNo}: ${quantity} × ${goods}.`,
      'Your accounts are in the attached file, one per line.',
      `You can also view them in your purchase history: ${recordUrl}`,
      `They will be permanently deleted on ${deletedOn}. Please save them before then.`,
    ],
    instruction: 'How to use the accounts',
  }),
  'zh-cn': ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `订单 ${orderNo} 已发货：${goods} × ${quantity}`,
    lines: [
      `感谢您的购买。订单 ${orderNo}：${goods} × ${quantity}。`,
      '账号见附件，每行一个。',
      `您也可以在购买记录中查看：${recordUrl}`,
      `账号数据将于 ${deletedOn} 永久删除，请提前保存。`,
    ],
    instruction: '使用说明',
  }),
  pt: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Seu pedido ${orderNo}: ${quantity} × ${goods}`,
    lines: [
      `Agradecemos seu pedido ${orderNo}: ${quantity} × ${goods}.`,
      'As contas estão no arquivo em anexo, uma por linha.',
      `Você também pode vê-las no histórico de compras: ${recordUrl}`,
      `Os dados serão excluídos em ${deletedOn}. Salve-os antes dessa data.`,
    ],
    instruction: 'Como usar as contas',
  }),
  ru: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Ваш заказ ${orderNo}: ${goods} × ${quantity}`,
    lines: [
      `Спасибо за заказ ${orderNo}: ${goods} × ${quantity}.`,
      'Аккаунты\u00a0— в приложенном файле, по одному в строке.',
      `Они есть и в истории покупок: ${recordUrl}`,
      `Данные аккаунтов будут удалены ${deletedOn}. Сохраните их заранее.`,
    ],
    instruction: 'Как пользоваться аккаунтами',
  }),
};
