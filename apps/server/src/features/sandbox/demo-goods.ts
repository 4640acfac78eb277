import type { StockGender } from '../stock/index.ts';
import { BUSINESS_MAILBOX, CLOUD_LARGE, GAME_VETERAN } from './demo-instructions.ts';
import { demoTexts as texts, type DemoTexts } from './demo-texts.ts';

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
};

type DemoCategory = { readonly name: DemoTexts; readonly goods: readonly DemoGoods[] };

const mailboxes: DemoCategory = {
  name: texts('Mailboxes', '邮箱', 'Caixas de e-mail', 'Почтовые ящики'),
  goods: [
    {
      name: texts(
        'Quilletpost mailbox, new',
        'Quilletpost 新邮箱',
        'Caixa de e-mail Quilletpost, nova',
        'Почтовый ящик Quilletpost, новый',
      ),
      description: texts(
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
      name: texts(
        'Quilletpost mailbox, aged 1 year',
        'Quilletpost 一年老邮箱',
        'Caixa de e-mail Quilletpost, com um ano',
        'Почтовый ящик Quilletpost, отлёжка 1 год',
      ),
      description: texts(
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
      name: texts(
        'Brindlepost business mailbox',
        'Brindlepost 企业邮箱',
        'Caixa de e-mail empresarial Brindlepost',
        'Корпоративная почта Brindlepost',
      ),
      description: texts(
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
  name: texts('Game accounts', '游戏账号', 'Contas de jogos', 'Игровые аккаунты'),
  goods: [
    {
      name: texts(
        'Marrowgate Online, starter account',
        'Marrowgate Online 新手账号',
        'Marrowgate Online, conta inicial',
        'Marrowgate Online, начальный аккаунт',
      ),
      description: texts(
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
      name: texts(
        'Marrowgate Online, veteran account',
        'Marrowgate Online 老玩家账号',
        'Marrowgate Online, conta veterana',
        'Marrowgate Online, аккаунт ветерана',
      ),
      description: texts(
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
      name: texts(
        'Skyloom Arena, ranked account',
        'Skyloom Arena 排位账号',
        'Skyloom Arena, conta ranqueada',
        'Skyloom Arena, рейтинговый аккаунт',
      ),
      description: texts(
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
  name: texts('Cloud storage', '云存储', 'Armazenamento em nuvem', 'Облачные хранилища'),
  goods: [
    {
      name: texts('Cirravault 100 GB', 'Cirravault 100 GB', 'Cirravault 100 GB', 'Cirravault 100 ГБ'),
      description: texts(
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
      name: texts('Cirravault 2 TB', 'Cirravault 2 TB', 'Cirravault 2 TB', 'Cirravault 2 ТБ'),
      description: texts(
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
      name: texts(
        'Pebbledrive 500 GB, five or more',
        'Pebbledrive 500 GB，5 个起购',
        'Pebbledrive 500 GB, mínimo de cinco',
        'Pebbledrive 500 ГБ, от 5 шт.',
      ),
      description: texts(
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
  name: texts('Online courses', '网课账号', 'Cursos online', 'Онлайн-курсы'),
  goods: [
    {
      name: texts(
        'Larkwise library pass',
        'Larkwise 课程通行证',
        'Passe da biblioteca Larkwise',
        'Larkwise, доступ ко всем курсам',
      ),
      description: texts(
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

/** Services that do not exist. Ten goods, one of them sold out. */
export const DEMO_CATEGORIES: readonly DemoCategory[] = [mailboxes, games, storage, courses];
