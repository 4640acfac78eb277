import type { Language } from '@portside/contract';

type Facts = {
  readonly orderNo: string;
  readonly goods: string;
  readonly quantity: number;
  readonly recordUrl: string;
  readonly deletedOn: string;
};

type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** Wording of the delivery e-mail. */
export const deliveryTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Your order ${orderNo}: ${quantity} × ${goods}`,
    lines: [
      `Thank you for your order ${orderNo}: ${quantity} × ${goods}.`,
      'The accounts are in the attached text file, one on each line.',
      `You can also read them in your purchase record: ${recordUrl}`,
      `They will be erased on ${deletedOn}. Please save them before that day.`,
    ],
  }),
  'zh-cn': ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `您的订单 ${orderNo}：${goods} × ${quantity}`,
    lines: [
      `感谢您的订单 ${orderNo}：${goods} × ${quantity}。`,
      '账号在附件的文本文件中，每行一个。',
      `您也可以在购买记录中查看：${recordUrl}`,
      `账号数据将于 ${deletedOn} 删除，请提前保存。`,
    ],
  }),
  pt: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `O seu pedido ${orderNo}: ${quantity} × ${goods}`,
    lines: [
      `Obrigado pelo seu pedido ${orderNo}: ${quantity} × ${goods}.`,
      'As contas estão no ficheiro de texto em anexo, uma por linha.',
      `Também pode vê-las no histórico de compras: ${recordUrl}`,
      `Serão apagadas em ${deletedOn}. Guarde-as antes dessa data.`,
    ],
  }),
  ru: ({ orderNo, goods, quantity, recordUrl, deletedOn }) => ({
    subject: `Ваш заказ ${orderNo}: ${goods} × ${quantity}`,
    lines: [
      `Спасибо за заказ ${orderNo}: ${goods} × ${quantity}.`,
      'Аккаунты — в приложенном текстовом файле, по одному в строке.',
      `Они есть и в истории покупок: ${recordUrl}`,
      `Данные аккаунтов будут удалены ${deletedOn}. Сохраните их заранее.`,
    ],
  }),
};
