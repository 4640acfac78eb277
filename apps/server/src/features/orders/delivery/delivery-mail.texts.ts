import type { Language } from '@portside/contract';

type Facts = {
  readonly orderNo: string;
  readonly goods: string;
  readonly quantity: number;
  readonly recordUrl: string;
  readonly deletedOn: string;
  readonly splitValues: number;
};

type Texts = {
  readonly subject: string;
  readonly thanks: string;
  readonly attached: string;
  /** After a replacement. */
  readonly attachedAll: string;
  readonly alsoThere: string;
  /** In the place of both where the file is not attached. */
  readonly tooLarge: string;
  readonly deleted: string;
  /** In a mail without accounts, and its button. */
  readonly unconfirmed: string;
  readonly view: string;
  /** Of a CSV file. */
  readonly spreadsheets: string;
  /** Of values that hold what separates them; null where none does. */
  readonly split: string | null;
  /** Heading of the product's instruction. */
  readonly instruction: string;
};

/** Wording of the delivery e-mail. */
export const deliveryTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `Your order ${orderNo}: ${quantity} × ${goods}`,
    thanks: `Thank you for your order ${orderNo}: ${quantity} × ${goods}.`,
    attached: 'Your accounts are in the attached file, one per line.',
    attachedAll: 'All accounts of the order as they are now are in the attached file, one per line.',
    alsoThere: `You can also view them in your purchase history: ${recordUrl}`,
    tooLarge: `The file with your accounts is too large for an e-mail. View and download them here: ${recordUrl}`,
    unconfirmed:
      'Your accounts are ready on the page of your order. We e-mail accounts only to confirmed addresses: confirm this one on that page, and they are sent here.',
    view: 'View order',
    deleted: `They will be permanently deleted on ${deletedOn}. Please save them before then.`,
    spreadsheets:
      'Spreadsheets change long numbers and leading zeros in a CSV file. Your order has an XLSX file that keeps them.',
    split:
      splitValues === 0
        ? null
        : `${splitValues} ${splitValues === 1 ? 'value contains' : 'values contain'} the separator. CSV and JSON lines keep ` +
          'such values whole: choose one of them under “My format”.',
    instruction: 'How to use the accounts',
  }),
  'zh-cn': ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `订单 ${orderNo} 已发货：${goods} × ${quantity}`,
    thanks: `感谢您的购买。订单 ${orderNo}：${goods} × ${quantity}。`,
    attached: '账号见附件，每行一个。',
    attachedAll: '订单当前的全部账号见附件，每行一个。',
    alsoThere: `您也可以在购买记录中查看：${recordUrl}`,
    tooLarge: `账号文件过大，无法通过邮件发送。请在此查看并下载：${recordUrl}`,
    unconfirmed:
      '您的账号已在订单页面就绪。账号只会发送到已验证的邮箱：在订单页面验证此邮箱后，账号将发送到这里。',
    view: '查看订单',
    deleted: `账号数据将于 ${deletedOn} 永久删除，请提前保存。`,
    spreadsheets: '电子表格软件会改动 CSV 文件中的长数字和开头的零。订单页面提供的 XLSX 文件可保持原样。',
    split:
      splitValues === 0
        ? null
        : `有 ${splitValues} 个值包含分隔符。CSV 和 JSON 行可保持这些值完整，可在“我的格式”中选择。`,
    instruction: '使用说明',
  }),
  pt: ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `Seu pedido ${orderNo}: ${quantity} × ${goods}`,
    thanks: `Agradecemos seu pedido ${orderNo}: ${quantity} × ${goods}.`,
    attached: 'As contas estão no arquivo em anexo, uma por linha.',
    attachedAll: 'Todas as contas atuais do pedido estão no arquivo em anexo, uma por linha.',
    alsoThere: `Você também pode vê-las no histórico de compras: ${recordUrl}`,
    tooLarge: `O arquivo com as contas é grande demais para um e-mail. Veja e baixe as contas aqui: ${recordUrl}`,
    unconfirmed:
      'Suas contas já estão na página do pedido. Só enviamos contas a e-mails confirmados: confirme este nessa página para recebê-las aqui.',
    view: 'Ver pedido',
    deleted: `Os dados serão excluídos em ${deletedOn}. Salve-os antes dessa data.`,
    spreadsheets:
      'Planilhas alteram números longos e zeros à esquerda em arquivos CSV. O arquivo XLSX, na página do pedido, mantém tudo.',
    split:
      splitValues === 0
        ? null
        : `${splitValues} ${splitValues === 1 ? 'valor contém' : 'valores contêm'} o separador. CSV e linhas JSON mantêm ` +
          'esses valores inteiros: escolha um deles em “Meu formato”.',
    instruction: 'Como usar as contas',
  }),
  ru: ({ orderNo, goods, quantity, recordUrl, deletedOn, splitValues }) => ({
    subject: `Ваш заказ ${orderNo}: ${goods} × ${quantity}`,
    thanks: `Спасибо за заказ ${orderNo}: ${goods} × ${quantity}.`,
    attached: 'Аккаунты\u00a0— в приложенном файле, по одному в строке.',
    attachedAll: 'Все действующие аккаунты заказа\u00a0— в приложенном файле, по одному в строке.',
    alsoThere: `Они есть и в истории покупок: ${recordUrl}`,
    tooLarge: `Файл с аккаунтами слишком велик для письма. Посмотреть и скачать их можно здесь: ${recordUrl}`,
    unconfirmed:
      'Аккаунты уже доступны на странице заказа. Мы отправляем их только на подтверждённые адреса: подтвердите этот адрес на той же странице, и они придут сюда.',
    view: 'Открыть заказ',
    deleted: `Данные аккаунтов будут удалены ${deletedOn}. Сохраните их заранее.`,
    spreadsheets:
      'Таблицы меняют длинные числа и ведущие нули в CSV. На странице заказа есть файл XLSX, в котором они сохраняются.',
    split:
      splitValues === 0
        ? null
        : `Значений, внутри которых есть разделитель: ${splitValues}. CSV и строки JSON сохраняют их целыми: выберите ` +
          'один из этих видов в разделе «Мой формат».',
    instruction: 'Как пользоваться аккаунтами',
  }),
};
