export const treasury = {
  title: '金库',
  chains: '链',
  covered: '足额',
  notCovered: '链上少于应付',
  outOfOrder: '账目不符',
  onChain: '链上余额',
  owed: '应付',
  to: {
    balances: '用户余额',
    unmatched: '未匹配到账',
    held: '冻结到账',
    commission: '代理佣金',
  },
  lookedAt: '查询于{{time}}',
  state: {
    following: '跟踪中',
    stalled: '停滞',
    halted: '已停止',
  },
  blocks: '最新 {{head}}，已确认 {{final}}，落后 {{lag}}',
};
