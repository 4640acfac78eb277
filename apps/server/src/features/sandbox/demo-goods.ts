import type { StockGender } from '../stock/index.ts';
import type { Language } from '@portside/contract';

/* What buyers of some demo products read after payment. Words of the accounts' columns are as the columns have them. */
const BUSINESS_MAILBOX: DemoTexts = {
  en: '<p>Sign in at <strong>mail.brindlepost.example</strong>:</p><ol><li>Enter account and password.</li><li>When asked for a code, use the one-time code shown beside the account.</li><li>Change the password, then set up your own second factor.</li></ol><p>The recovery code restores access if you lose the second factor. Keep it.</p>',
  'zh-cn':
    '<p>请在 <strong>mail.brindlepost.example</strong> 登录：</p><ol><li>输入账号和密码。</li><li>提示输入验证码时，填写账号旁显示的动态验证码。</li><li>先修改密码，再绑定您自己的两步验证。</li></ol><p>丢失两步验证时，可用恢复码找回，请妥善保存。</p>',
  pt: '<p>Entre em <strong>mail.brindlepost.example</strong>:</p><ol><li>Informe a conta e a senha.</li><li>Quando um código for pedido, use o código de uso único exibido ao lado da conta.</li><li>Troque a senha e depois configure a sua própria verificação em duas etapas.</li></ol><p>O código de recuperação devolve o acesso se você perder a segunda etapa. Guarde-o.</p>',
  ru: '<p>Войдите на <strong>mail.brindlepost.example</strong>:</p><ol><li>Введите логин и пароль.</li><li>Когда попросят код, введите одноразовый код, показанный рядом с аккаунтом.</li><li>Смените пароль и настройте свою двухфакторную защиту.</li></ol><p>Код восстановления вернёт доступ, если вы потеряете второй фактор. Сохраните его.</p>',
};

const GAME_VETERAN: DemoTexts = {
  en: '<p>Wait <strong>15 minutes</strong> after the purchase, then sign in with the launcher:</p><ol><li>Use the one-time code shown beside the account. It changes every 30 seconds.</li><li>Set your own e-mail address under <em>Profile, Security</em> within the warranty.</li></ol><p>Do not change region on the first day: the game locks accounts that do.</p>',
  'zh-cn':
    '<p>购买后请等待 <strong>15 分钟</strong>，再用启动器登录：</p><ol><li>填写账号旁显示的动态验证码，每 30 秒更新一次。</li><li>在质保期内，到“个人资料 → 安全”改绑您自己的邮箱。</li></ol><p>第一天请勿更换大区，否则游戏会锁定账号。</p>',
  pt: '<p>Espere <strong>15 minutos</strong> após a compra e entre pelo launcher:</p><ol><li>Use o código de uso único exibido ao lado da conta. Ele muda a cada 30 segundos.</li><li>Cadastre o seu e-mail em <em>Perfil, Segurança</em> dentro da garantia.</li></ol><p>Não troque de região no primeiro dia: o jogo bloqueia as contas que fazem isso.</p>',
  ru: '<p>Подождите <strong>15 минут</strong> после покупки и войдите через лаунчер:</p><ol><li>Введите одноразовый код, показанный рядом с аккаунтом. Он меняется каждые 30 секунд.</li><li>До конца гарантии укажите свою почту в разделе <em>Профиль → Безопасность</em>.</li></ol><p>В первый день не меняйте регион: игра блокирует такие аккаунты.</p>',
};

const CLOUD_LARGE: DemoTexts = {
  en: '<ol><li>Sign in at <strong>cirravault.example</strong> and change the password.</li><li>Add up to six devices under <em>Devices</em>.</li></ol><p>The plan is paid for a year and does not renew by itself.</p>',
  'zh-cn':
    '<ol><li>在 <strong>cirravault.example</strong> 登录并修改密码。</li><li>在“设备”中最多添加 6 台设备。</li></ol><p>套餐已预付一年，到期不会自动续费。</p>',
  pt: '<ol><li>Entre em <strong>cirravault.example</strong> e troque a senha.</li><li>Adicione até seis dispositivos em <em>Dispositivos</em>.</li></ol><p>O plano está pago por um ano e não é renovado automaticamente.</p>',
  ru: '<ol><li>Войдите на <strong>cirravault.example</strong> и смените пароль.</li><li>Добавьте до 6 устройств в разделе <em>Устройства</em>.</li></ol><p>Тариф оплачен на год и сам не продлевается.</p>',
};

/** A text of the demo: in every language, which the compiler checks. An operator's own may lack some. */
export type DemoTexts = { readonly [L in Language]: string };

/** A text of the demo from its four languages. */
export const demoTexts = (en: string, zh: string, pt: string, ru: string): DemoTexts => ({
  en,
  'zh-cn': zh,
  pt,
  ru,
});

export type DemoGoods = {
  readonly name: DemoTexts;
  readonly description: DemoTexts;
  /** In USDT. */
  readonly price: string;
  /** From so many accounts on, the price of each. */
  readonly tiers: readonly (readonly [minQuantity: number, price: string])[];
  readonly minQuantity?: number;
  readonly hasGenders: boolean;
  readonly warrantyHours: number;
  readonly domain: string;
  /** A file in the folder of pictures. */
  readonly picture: string;
  readonly stock: Partial<Record<StockGender, number>>;
  /** HTML; shown to buyers after payment. */
  readonly instruction?: DemoTexts;
  /** Whether each account has a two-factor secret, in a column of its own. */
  readonly hasSecondFactor?: boolean;
  /** Of a product of the demo's family: its value of each attribute, by place in `DEMO_FAMILY`. */
  readonly values?: readonly [country: number, age: number];
};

type DemoCategory = {
  readonly name: DemoTexts;
  readonly goods: readonly DemoGoods[];
  /** The one that it is a subcategory of. */
  readonly within?: DemoCategory;
};

const mailboxes: DemoCategory = {
  name: demoTexts('Mailboxes', '邮箱', 'Caixas de e-mail', 'Почтовые ящики'),
  goods: [
    {
      name: demoTexts(
        'Quilletpost mailbox, new',
        'Quilletpost 新邮箱',
        'Caixa de e-mail Quilletpost, nova',
        'Почтовый ящик Quilletpost, новый',
      ),
      description: demoTexts(
        'Created this week, IMAP and SMTP enabled, recovery code included.',
        '本周注册，已开启 IMAP 和 SMTP，附恢复码。',
        'Criada nesta semana, com IMAP e SMTP ativados e código de recuperação incluso.',
        'Зарегистрирован на этой неделе, IMAP и SMTP включены, код восстановления в комплекте.',
      ),
      price: '0.35',
      tiers: [
        [100, '0.30'],
        [1000, '0.24'],
      ],
      hasGenders: true,
      warrantyHours: 24,
      domain: 'quilletpost.example',
      picture: 'mail-new',
      stock: { male: 600, female: 500, unspecified: 900 },
    },
    {
      name: demoTexts(
        'Quilletpost mailbox, aged 1 year',
        'Quilletpost 一年老邮箱',
        'Caixa de e-mail Quilletpost, com um ano',
        'Почтовый ящик Quilletpost, отлёжка 1 год',
      ),
      description: demoTexts(
        'At least twelve months old and never used for sending.',
        '注册满 12 个月，从未用于发信。',
        'Com pelo menos doze meses e nunca usada para envio.',
        'Не моложе 12 месяцев, для отправки писем не использовался.',
      ),
      price: '1.8',
      tiers: [
        [50, '1.65'],
        [200, '1.5'],
      ],
      hasGenders: true,
      warrantyHours: 48,
      domain: 'quilletpost.example',
      picture: 'mail-aged',
      stock: { male: 120, female: 80 },
    },
    {
      name: demoTexts(
        'Brindlepost business mailbox',
        'Brindlepost 企业邮箱',
        'Caixa de e-mail empresarial Brindlepost',
        'Корпоративная почта Brindlepost',
      ),
      description: demoTexts(
        '50 GB, custom aliases, one quarter prepaid.',
        '50 GB 空间，可自设别名，已预付一个季度。',
        '50 GB, aliases próprios, um trimestre já pago.',
        '50 ГБ, свои псевдонимы, оплачена на квартал вперёд.',
      ),
      price: '4.5',
      tiers: [[20, '4.1']],
      hasGenders: false,
      warrantyHours: 72,
      domain: 'brindlepost.example',
      picture: 'mail-business',
      stock: { unspecified: 150 },
      instruction: BUSINESS_MAILBOX,
      hasSecondFactor: true,
    },
  ],
};

const games: DemoCategory = {
  name: demoTexts('Game accounts', '游戏账号', 'Contas de jogos', 'Игровые аккаунты'),
  goods: [
    {
      name: demoTexts(
        'Marrowgate Online, starter account',
        'Marrowgate Online 新手账号',
        'Marrowgate Online, conta inicial',
        'Marrowgate Online, начальный аккаунт',
      ),
      description: demoTexts(
        'Level 1, character not named yet, all regions unlocked.',
        '1 级角色，尚未取名，可选任意大区。',
        'Nível 1, nome ainda não escolhido, todas as regiões liberadas.',
        'Уровень 1, имя ещё не выбрано, открыты все регионы.',
      ),
      price: '2.2',
      tiers: [
        [25, '2'],
        [250, '1.7'],
      ],
      hasGenders: true,
      warrantyHours: 24,
      domain: 'marrowgate.example',
      picture: 'game-starter',
      stock: { male: 300, female: 300 },
    },
    {
      name: demoTexts(
        'Marrowgate Online, veteran account',
        'Marrowgate Online 老玩家账号',
        'Marrowgate Online, conta veterana',
        'Marrowgate Online, аккаунт ветерана',
      ),
      description: demoTexts(
        'Level 60 or higher, harbor expansion included.',
        '60 级以上，含海湾资料片。',
        'Nível 60 ou superior, com a expansão do porto.',
        'Уровень 60 и выше, есть дополнение «Гавань».',
      ),
      price: '18.9',
      tiers: [[10, '17.5']],
      hasGenders: true,
      warrantyHours: 72,
      domain: 'marrowgate.example',
      picture: 'game-veteran',
      stock: { male: 12, female: 9 },
      instruction: GAME_VETERAN,
      hasSecondFactor: true,
    },
    {
      name: demoTexts(
        'Skyloom Arena, ranked account',
        'Skyloom Arena 排位账号',
        'Skyloom Arena, conta ranqueada',
        'Skyloom Arena, рейтинговый аккаунт',
      ),
      description: demoTexts(
        'Placement matches completed, silver league.',
        '已完成定级赛，白银段位。',
        'Partidas de classificação concluídas, liga Prata.',
        'Калибровочные матчи сыграны, серебряная лига.',
      ),
      price: '6.4',
      tiers: [],
      hasGenders: false,
      warrantyHours: 48,
      domain: 'skyloom.example',
      picture: 'game-ranked',
      stock: {},
    },
  ],
};

const storage: DemoCategory = {
  name: demoTexts('Cloud storage', '云存储', 'Armazenamento em nuvem', 'Облачные хранилища'),
  goods: [
    {
      name: demoTexts('Cirravault 100 GB', 'Cirravault 100 GB', 'Cirravault 100 GB', 'Cirravault 100 ГБ'),
      description: demoTexts(
        'One year prepaid, files stored in two locations.',
        '已预付一年，文件异地双备份。',
        'Um ano já pago, arquivos guardados em dois lugares.',
        'Оплачено на год, файлы хранятся в двух местах.',
      ),
      price: '3.1',
      tiers: [
        [10, '2.9'],
        [100, '2.6'],
      ],
      hasGenders: false,
      warrantyHours: 48,
      domain: 'cirravault.example',
      picture: 'cloud-small',
      stock: { unspecified: 400 },
    },
    {
      name: demoTexts('Cirravault 2 TB', 'Cirravault 2 TB', 'Cirravault 2 TB', 'Cirravault 2 ТБ'),
      description: demoTexts(
        'One year prepaid, up to six devices.',
        '已预付一年，最多 6 台设备。',
        'Um ano já pago, até seis dispositivos.',
        'Оплачено на год, до 6 устройств.',
      ),
      price: '21.5',
      tiers: [[10, '19.9']],
      hasGenders: false,
      warrantyHours: 72,
      domain: 'cirravault.example',
      picture: 'cloud-large',
      stock: { unspecified: 60 },
      instruction: CLOUD_LARGE,
    },
    {
      name: demoTexts(
        'Pebbledrive 500 GB, five or more',
        'Pebbledrive 500 GB，5 个起购',
        'Pebbledrive 500 GB, mínimo de cinco',
        'Pebbledrive 500 ГБ, от 5 шт.',
      ),
      description: demoTexts(
        'Minimum order of five. Quarterly plan, renewed by you.',
        '5 个起购，按季付费，到期由您续费。',
        'Vendido a partir de cinco; plano trimestral, renovado por você.',
        'Продаётся от 5 шт. Тариф на квартал, продлеваете сами.',
      ),
      price: '5.25',
      tiers: [[50, '4.75']],
      minQuantity: 5,
      hasGenders: false,
      warrantyHours: 24,
      domain: 'pebbledrive.example',
      picture: 'drive',
      stock: { unspecified: 220 },
    },
  ],
};

const courses: DemoCategory = {
  name: demoTexts('Online courses', '网课账号', 'Cursos online', 'Онлайн-курсы'),
  goods: [
    {
      name: demoTexts(
        'Larkwise library pass',
        'Larkwise 课程通行证',
        'Passe da biblioteca Larkwise',
        'Larkwise, доступ ко всем курсам',
      ),
      description: demoTexts(
        'All courses for six months, certificates included.',
        '全部课程畅学 6 个月，含证书。',
        'Todos os cursos por seis meses, com certificados inclusos.',
        'Все курсы на 6 месяцев, с сертификатами.',
      ),
      price: '9.99',
      tiers: [[30, '9.2']],
      hasGenders: false,
      warrantyHours: 72,
      domain: 'larkwise.example',
      picture: 'courses',
      stock: { unspecified: 45 },
    },
  ],
};

/** Products that share a page, and what they differ in. */
export const DEMO_FAMILY = {
  name: demoTexts('Tidemail mailbox', 'Tidemail 邮箱', 'Caixa de e-mail Tidemail', 'Почтовый ящик Tidemail'),
  description: demoTexts(
    'Registered in the country you choose, recovery code included.',
    '在您选择的国家注册，附恢复码。',
    'Registrada no país que você escolher, com código de recuperação.',
    'Зарегистрирован в выбранной стране, код восстановления в комплекте.',
  ),
  attributes: [
    {
      name: demoTexts('Country', '国家', 'País', 'Страна'),
      values: [
        demoTexts('Brazil', '巴西', 'Brasil', 'Бразилия'),
        demoTexts('Germany', '德国', 'Alemanha', 'Германия'),
        demoTexts('Indonesia', '印度尼西亚', 'Indonésia', 'Индонезия'),
      ],
    },
    {
      name: demoTexts('Age', '账号年龄', 'Idade', 'Возраст'),
      values: [demoTexts('New', '新号', 'Nova', 'Новый'), demoTexts('1 year', '一年', '1 ano', '1 год')],
    },
  ],
} as const;

/** A product of the family. */
function tidemail(values: readonly [country: number, age: number], price: string, stock: number): DemoGoods {
  const [country, age] = [
    DEMO_FAMILY.attributes[0].values[values[0]]!,
    DEMO_FAMILY.attributes[1].values[values[1]]!,
  ];
  const nameIn = (language: Language): string =>
    `${DEMO_FAMILY.name[language]}, ${country[language]}, ${age[language].toLowerCase()}`;
  return {
    name: demoTexts(nameIn('en'), nameIn('zh-cn').replaceAll(', ', '，'), nameIn('pt'), nameIn('ru')),
    description: DEMO_FAMILY.description,
    price,
    tiers: [],
    hasGenders: false,
    warrantyHours: 24,
    domain: 'tidemail.example',
    picture: values[1] === 0 ? 'mail-new' : 'mail-aged',
    stock: stock === 0 ? {} : { unspecified: stock },
    values,
  };
}

const regional: DemoCategory = {
  name: demoTexts(
    'Mailboxes by country',
    '各国邮箱',
    'Caixas de e-mail por país',
    'Почтовые ящики по странам',
  ),
  within: mailboxes,
  goods: [
    tidemail([0, 0], '0.55', 300),
    tidemail([0, 1], '1.4', 90),
    tidemail([1, 0], '0.8', 240),
    tidemail([1, 1], '2.1', 0),
    tidemail([2, 0], '0.45', 180),
  ],
};

/** Somebody signs in for it, and brings these. */
export const DEMO_SUPPLIER = {
  name: 'Netloft Accounts',
  contact: 'Telegram @netloft, answers on weekdays',
  goods: games.goods,
} as const;

/** Services that do not exist. Fifteen goods, two of them sold out; five are a family. */
export const DEMO_CATEGORIES: readonly DemoCategory[] = [mailboxes, games, storage, courses, regional];
