import type { ServiceCatalogue } from '../../catalogue.ts';
import { agents, payback } from './agents.ts';
import { suppliers } from './suppliers.ts';
import { support, delivery, days, reports, testWallet, trials, warrantyClaims } from './help.ts';
import { api, apiKeys, connect, notices, restocks, standing, webhooks } from './programs.ts';

const app = {
  title: '将 {{name}} 安装为应用',
  lede: '可从主屏幕直接打开，使用独立窗口。',
  install: '安装',
  shareMenu: '在 Safari 中点按“共享”，然后选择“添加到主屏幕”。',
};

/** In place of a list of products. */
const emptyList = {
  none: '暂无在售商品，请稍后再来。',
  text: '请换个关键词或类型，或查看已售罄的商品。',
  reset: '查看全部商品',
};

/** Choosing one product of a family, and how many of one a buyer can have. */
const choice = {
  any: '不限',
  none: '未注明',
  picked: '将购买“{{name}}”：现货中价格最低的一款。',
  ever: '每位买家限购 {{most}}',
  day: '每位买家每天限购 {{most}}（每日零点重新计算，{{zone}}）',
};

const statement = {
  title: '对账单与导出',
  lede: '供记账使用：两个日期之间的每笔余额变动，含期初和期末余额。',
  thisMonth: '本月',
  lastMonth: '上月',
  opening: '期初余额',
  credited: '收入',
  debited: '支出',
  closing: '期末余额',
  exact: '对账单精确到六位小数；余额显示两位小数，向下取整。',
  pdf: '下载 PDF 对账单',
  table: '表格对账单',
  xlsx: '电子表格 (XLSX)',
  csv: '程序使用 (CSV)',
  history: '全部历史记录',
  historyHint: '不含账号数据。',
  orders: '订单',
  topUps: '充值',
};

/** The question before a change that needs a new code. */
const freshCode = {
  title: '请验证身份',
  text: '此操作需要输入身份验证器中的最新验证码。',
  confirm: '确认',
};

/** The dialog of a session that has ended. */
const offer = {
  copy: '复制文本',
  copyHint: '浏览器未允许自动复制。文本已选中，请在此手动复制。',
  fileHint: '如果文件没有保存成功，可以分享文件、复制文本，或在常用浏览器中打开本页。',
  share: '分享',
  download: '下载',
  copyText: '复制文本',
  text: '文本',
};

const unsaved = {
  title: '放弃已输入的内容？',
  text: '这些内容尚未保存。',
  leave: '放弃',
  stay: '继续编辑',
};

const expired = {
  title: '登录已过期',
  text: '您的登录状态已失效，请重新登录。',
  confirm: '确定',
  cancel: '稍后再说',
};

/** The form for a new password. */
const reset = {
  code: '验证码',
  sendCode: '发送验证码',
  sendAgain: '{{seconds}} 秒后重新发送',
  emailFirst: '请先输入邮箱',
  lede: '我们会向您的邮箱发送 6 位验证码，10 分钟内有效。',
  submit: '设置新密码',
  back: '返回登录',
  codeSent: '如果该邮箱已注册，您将收到验证码。',
  done: '密码已修改，请使用新密码登录。',
};

const invited = {
  title: '邀请您加入',
  lede: '请为 {{name}} 设置密码。您的邮箱是 {{email}}。',
  submit: '设置密码并登录',
  ended: '该邀请已被使用、已被新的邀请取代，或已超过三天。请向邀请人索取新的邀请。',
};

const security = {
  twoFactor: {
    title: '两步验证',
    on: '已开启',
    off: '未开启',
    text: '开启后，登录时还需输入手机应用中的 6 位验证码。即使密码泄露，他人也无法登录。',
    turnOn: '开启',
    turnOff: '关闭',
    prove: '请输入密码以继续。',
    next: '继续',
    scan: '请用身份验证器应用扫描此二维码。',
    qr: '身份验证器应用的二维码',
    byHand: '或手动输入密钥：',
    copySecret: '复制密钥',
    enter: '然后输入应用显示的 6 位数字。',
    lost: '请保存接下来显示的恢复码：没有手机时可用它们登录。',
    isOn: '两步验证已开启，其他浏览器已退出登录。',
    offText: '关闭后，仅凭密码即可登录。其他浏览器将退出登录。',
    isOff: '两步验证已关闭。',
  },
  recovery: {
    title: '恢复码',
    text: '手机丢失时，每个恢复码可代替应用验证码使用一次。请立即保存，之后不再显示。',
    save: '保存为文件',
    done: '我已保存',
    renew: '生成新恢复码',
    ask: '现有的恢复码将失效，是否继续？',
    left_other: '剩余 {{count}} 个恢复码',
  },
  email: {
    title: '更改邮箱',
    text: '我们会向新邮箱发送验证码。在此输入验证码后，更改才会生效。',
    new: '新邮箱',
    same: '这已经是您的邮箱',
    sent: '验证码正在发送至 {{email}}，10 分钟内有效。如果该邮箱已被其他用户使用，则不会收到验证码。',
    submit: '更改邮箱',
    nothing: '没有收到？',
    done: '邮箱已更改，其他浏览器已退出登录。',
    waiting:
      '商店正在将您的邮箱更改为 {{email}}，将于 {{at}} 生效；如有另一位商店员工确认，则会提前生效。如果这不是您的要求，请拒绝此更改。',
    refuse: '拒绝更改',
    refused: '已拒绝更改，您的邮箱保持不变。',
  },
  sessions: {
    title: '已登录的设备',
    lede: '发现不认识的设备？请将其退出登录，并修改密码。',
    unknown: '未知浏览器',
    current: '当前浏览器',
    end: '退出登录',
    endOf: '退出登录：{{name}}',
  },
};

const profile = {
  title: '基本信息',
  username: '用户名',
  email: '邮箱',
  balance: '余额',
  since: '注册时间',
  status: '状态',
  password: {
    title: '修改密码',
    lede: '修改后，所有设备都会退出登录，需使用新密码重新登录。',
    submit: '修改密码',
    unchanged: '新密码不能与当前密码相同',
    done: '密码已修改，请使用新密码登录。',
  },
};

const banned = {
  title: '您的账户已被冻结',
  text: '登录和购买功能已停用，余额和订单不受影响。',
  review: '如需核查，请在下方给我们留言，或联系客服：',
  reviewHere: '如需核查，请在下方给我们留言。',
  reply: '如认为有误，请直接回复本店发给您的任意一封邮件。',
  signInFirst: '如需在此留言，请先用您的用户名和密码登录。登录后不能购买，但可以查看与客服的对话。',
  signIn: '登录后留言',
  write: '您的留言',
  placeholder: '发生了什么？如与某笔订单或付款有关，请写明订单号或交易哈希。',
  send: '发送',
  sent: '我们会人工回复，回复将显示在此处并发送到您的邮箱。',
  image: '图片：解除冻结后即可查看。',
  ended: '此页面已无法显示您的对话。如果已解除冻结，可以直接继续使用；否则请重新登录。',
  toShop: '返回商店',
  support: '通过 Telegram 联系',
};

const missing = {
  title: '页面不存在',
  text: '该网址没有对应的页面。您可以搜索商品，或前往：',
  search: '搜索商品',
  find: '搜索',
  goods: '全部商品',
  board: '前往管理后台',
  textAdmin: '管理后台没有此页面，请检查网址。',
};

const noAccess = {
  title: '此页面仅供管理员使用',
  text: '您当前以 {{name}} 登录，身份是买家。如需进入管理后台，请以管理员身份登录。',
  textUnnamed: '您当前是买家身份。如需进入管理后台，请以管理员身份登录。',
  admin: '您当前以管理员身份登录。',
  stay: '在您选择切换之前，会保持登录状态。',
  signIn: '以管理员身份登录',
};

/** Why a price is that of the reader, and coupons. */
const prices = {
  list: '原价',
  own: '您的专属价',
  until: '有效期至 {{date}}',
  endsIn: '剩余 {{time}}',
  level: {
    title: '您的等级',
    none: '您还没有等级。',
    next: '下一级：',
    progress: '距下一级的进度',
    days_other: '{{days}} 天内',
  },
  coupon: {
    add: '使用优惠券',
    label: '优惠码',
    apply: '使用',
    remove: '移除',
    of: '优惠券 {{code}}',
    notCheaper: '不用此券价格更低，因此不会使用。',
    minimum: '仅适用于满 {{amount}} USDT 的订单。',
  },
};

/** Several products that are bought in one go. */
const cart = {
  title: '购物车',
  lede: '多件商品，一次确认。每件商品生成一个独立订单。',
  add: '加入购物车',
  change: '更新购物车',
  inCart: '购物车中：{{quantity}}',
  entry_other: '购物车，{{count}} 件商品',
  full_other: '购物车最多容纳 {{count}} 件商品。请先购买或移除一些，再添加其他商品。',
  empty: '购物车是空的。',
  toProducts: '去选购',
  remove: '移除',
  removeOf: '移除 {{name}}',
  accept: '接受',
  take: '改为 {{quantity}}',
  price: '价格已变动：每个 {{now}} USDT，原为 {{seen}} USDT。',
  settle: '购物车内容有变动，请接受或移除已标记的商品。',
  without_other: '未计入 {{count}} 种按当前数量或选项无法购买的商品',
  settleAll: '接受全部变动',
  submit_other: '提交 {{count}} 个订单',
  placed_other: '已提交 {{count}} 个订单',
};

/** Gift codes, and what payments earn on top. */
const gifts = {
  title: '兑换码',
  lede: '有兑换码？面额会立即计入您的余额。',
  code: '兑换码',
  submit: '兑换',
  empty: '请输入兑换码',
  wrong: '这不是兑换码，请检查是否输错。',
  tooMany: '错误次数过多，请 15 分钟后再试。',
  done: '余额已增加 {{amount}} USDT',
  bonus: {
    title: '充值奖励',
    lede: '单笔付款达到以下金额，奖励随付款计入余额：',
    from: '满 {{amount}} USDT',
    gives: '+{{bonus}}',
    until: '截至 {{at}}',
  },
};

export const catalogue: ServiceCatalogue = {
  agents,
  payback,
  suppliers,
  apiKeys,
  connect,
  app,
  banned,
  cart,
  warrantyClaims,
  days,
  delivery,
  expired,
  unsaved,
  offer,
  freshCode,
  gifts,
  missing,
  noAccess,
  notices,
  restocks,
  standing,
  prices,
  profile,
  reports,
  reset,
  invited,
  security,
  choice,
  api,
  emptyList,
  statement,
  support,
  testWallet,
  trials,
  webhooks,
};
