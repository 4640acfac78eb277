/** The wallet of test money beside a payment. */
export const sandbox = {
  title: '沙盒钱包',
  lede: '像您自己的钱包一样，在本地链上转出测试 USDT。',
  to: '收款地址',
  amount: '金额（USDT）',
  exact: '精确金额',
  less: '少 1',
  more: '多 1',
  invalid: '请输入数字，最多六位小数',
  differs: '与应付金额不一致：系统无法识别付款人，会记为未匹配入账。',
  send: '发送测试 USDT',
  sent: '已发送。商店只根据链上记录识别付款。',
  copyHash: '复制交易哈希',
};
