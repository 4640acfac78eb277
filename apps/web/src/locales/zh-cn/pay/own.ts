/** Top-ups to a buyer's own address. */
export const own = {
  pay: {
    amount: '金额',
    anyAmount: '如果实收金额不同（例如扣除了手续费），按实收金额到账。',
    warning: '请仅在 {{network}} 上转入 USDT。按扣除交易所手续费后的实收金额到账。',
    timeOverHint: '已经转账？仍会到账，此地址始终归您使用。',
    ended: '付款时限内未检测到付款。如果您已转账，仍会到账：您的地址永久有效。',
    cancelled: '如果您已付款，仍会到账：您的地址永久有效。',
    found:
      '款项已到达，但未计入本次充值。请查看充值记录：可能已经到账，或低于最低金额。如果没有记录，请联系客服。',
    thanks: '谢谢，正在查找。',
  },
};
