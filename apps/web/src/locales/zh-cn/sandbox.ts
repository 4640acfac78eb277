/** The wallet of play money beside a payment. */
export const sandbox = {
  title: '沙盒钱包',
  lede: '仅为测试币。与您自己的钱包一样，在本地链上真实转出 USDT。',
  to: '收款地址',
  amount: '金额（USDT）',
  exact: '准确金额',
  less: '少 1',
  more: '多 1',
  invalid: '请输入数字，最多六位小数',
  differs: '与应付金额不一致：商店无法判断付款人，会将其记为未匹配。',
  send: '发送测试 USDT',
  sent: '已发送。商店只从链上得知付款。',
  copyHash: '复制交易哈希',
};
