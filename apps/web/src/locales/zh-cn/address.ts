/** A buyer's own address and what arrives there, loaded after the first paint. */
export const catalogue = {
  title: '您在 {{network}} 上的专属地址',
  lede: '此地址仅归您使用。转入的款项无论分几次，都会计入您的余额。',
  about: '关于此地址',
  forever: '永久有效',
  any: '{{minimum}} USDT 起，金额不限',
  later: '如果两小时之后才转账，请在转账后重新打开本页，系统会立即检测到您的付款，否则可能要多等一小时。',
  compare: '转账前，请将钱包中的地址与此地址逐字核对。',
  qr: '专属地址二维码',
  warning: '请仅在 {{network}} 上转入 USDT，其他币种无法到账。',
  off: '{{network}} 充值刚刚关闭，请选择其他网络。',
  arriving: '您的地址收到的付款',
  arrivingIs: '正在等待付款',
  claim:
    '转入您专属地址的款项会自动到账。如果您付款到商店的其他地址而未到账，可以用付款钱包签名，认领这笔付款。',
  small: '目前收到 {{amount}} USDT，最低 {{minimum}} USDT。再收到 {{missing}} USDT 后将全部到账。',
  check: {
    ask: '验证此地址',
    busy: '正在验证…',
    good: '地址与公开的代码一致',
    proves:
      '您的浏览器根据公开的合约代码以及下方的商店钱包、工厂合约和编号算出了此地址。只要该工厂合约是公开的合约，就没有人持有此地址的私钥，转入的款项只能转到该钱包。',
    limits:
      '此验证不能证明该钱包属于商店，也不能证明编号属于您：两者都由商店服务器提供。请将钱包和代码哈希与商店在其他渠道公开的信息核对。',
    chain: {
      reading: '正在通过此浏览器中的钱包读取工厂合约代码…',
      published: '{{wallet}} 已通过自己的节点读取工厂合约：与公开的合约一致。',
      other: '{{wallet}} 已通过自己的节点读取工厂合约：与公开的合约不一致。请联系客服。',
      unread:
        '未从链上读取工厂合约代码：此浏览器中没有自带 {{network}} 节点的钱包。您可以在区块浏览器中查询该工厂合约。',
    },
    bad: '请勿向此地址付款',
    badText: '您的浏览器根据公开的合约代码算出的地址与此不同。请联系客服。',
    unchecked: '您的浏览器未能根据公开的代码验证此地址。付款前请先刷新本页。',
    wallet: '商店钱包',
    factory: '地址工厂合约',
    salt: '您的编号（salt）',
    factoryCode: '公开的工厂代码哈希',
    addressCode: '公开的地址代码哈希',
  },
  smallList: {
    title: '{{network}} 上低于最低金额的付款',
    confirming: '确认中',
    waiting: '低于最低金额',
  },
};
