export const tasks = {
  title: '待办事项',
  nothing: '没有待办，所有账目均正常。',
  since: '自 {{time}}',
  alarm: {
    ledgerOff: '有余额与其流水之和不符',
    booksOff: '充值记录与账本不符',
    chainHalted: '已停止读取付款',
    logsQuarantined: '有异常转账被隔离',
    walletProblem: '有钱包需要检查',
    notCovered: '钱包余额少于商店的应付金额',
    chainLate: '到账识别延迟',
    sanctionsOld: '制裁名单缺失或已超过 48 小时',
  },
  kind: {
    proposals: '待批准的提案',
    unmatchedDeposits: '未匹配的充值',
    heldDeposits: '被扣留的充值',
    claims: '未处理的售后申请',
    conversations: '未回复的会话',
    reports: '权利人举报',
    failedMails: '未能发送的交付邮件',
  },
};
