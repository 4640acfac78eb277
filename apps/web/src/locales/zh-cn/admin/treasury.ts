export const treasury = {
  title: '资金状况',
  chains: '区块链',
  covered: '资金充足',
  notCovered: '链上余额低于应付',
  outOfOrder: '账目不符',
  onChain: '链上余额',
  owed: '应付金额',
  to: {
    balances: '用户余额',
    unmatched: '未匹配入账',
    held: '待审核入账',
    commission: '代理佣金',
  },
  lookedAt: '更新时间：{{time}}',
  state: {
    following: '同步正常',
    stalled: '同步停滞',
    halted: '已停止',
  },
  blocks: '最新 {{head}}，已确认 {{final}}，落后 {{lag}}',
};
