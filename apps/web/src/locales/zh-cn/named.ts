/** 买家提交的交易是什么、相近付款以及认领窗口的文字，随其界面一起加载。 */
export const catalogue = {
  payment: {
    other: '它是在 {{network}} 上发送的。',
    confirming: '{{amount}} USDT 正在确认：第 {{done}} 次，约需 {{needed}} 次，确认后自动到账。',
    small: '已收到 {{amount}} USDT，低于最低金额，将与您之后的付款一起到账。',
    review: '已收到 {{amount}} USDT，正在人工审核。您的资金是安全的。',
    credited: '{{amount}} USDT 已计入您的余额。',
    rejected: '{{amount}} USDT 已收到，但未计入您的余额。请联系客服并提供交易哈希。',
    unmatched: '{{amount}} USDT 已到达商店钱包，但无法确认是否为您所付。请用付款钱包认领。',
    unsignable:
      '{{amount}} USDT 已到达商店钱包。付款方是跨链桥或铸造，没有钱包可以签名。我们已将其记录在您名下，请联系客服。',
    otherNetwork:
      '{{amount}} USDT 发到了正确的地址，但在 {{network}} 上，无法自动到账。请联系客服，我们能看到您发送的内容。',
    otherToken: '这笔交易发送的是其他代币，不是 USDT，无法自动到账。请联系客服，我们能看到您发送的内容。',
    coin: '这笔交易发送了 {{amount}} {{coin}}，不是 USDT，无法自动到账。请联系客服，我们能看到您发送的内容。',
    failed: '这笔交易在 {{network}} 上失败，没有转出 USDT。请检查钱包后重新付款。',
    otherAddress: '这笔交易没有向您的地址或商店钱包付款。请核对交易是否正确。',
  },
  action: {
    claim: '认领这笔付款',
    support: '联系客服',
  },
  near: {
    title: '这是您的付款吗？',
    amount: '该钱包于 {{at}} 收到 {{amount}} USDT。金额不完全一致，因此无法确认付款人。',
    network: '{{at}} 在 {{network}} 上收到 {{amount}} USDT：金额与此充值单完全一致，但网络不同。',
    sign: '如果是您付的，请用付款钱包认领。',
  },
  claim: {
    network: '付款所在网络',
    how: '请填写交易哈希，然后用付款钱包对一段文本签名。签名不会转移任何资金。',
    next: '继续',
    sign: '请用付款钱包对以下文本签名。签名不会转移资金，也不会授予任何人动用资金的权限。',
    signature: '签名',
    send: '提交认领',
    signWith: '用 {{wallet}} 签名',
    signInSandbox: '用沙盒钱包签名',
    notSigned: '钱包未完成签名',
    thanks: {
      waiting: '认领已提交，检测到付款后会自动处理',
      seen: '付款确认后立即到账',
      credited: '已到账',
    },
  },
};
