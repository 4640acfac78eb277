export const treasury = {
  title: 'Treasury',
  chains: 'Networks',
  covered: 'Fully covered',
  notCovered: 'Less on chain than owed',
  outOfOrder: 'Ledger mismatch',
  onChain: 'On chain',
  owed: 'Owed',
  to: {
    balances: 'User balances',
    unmatched: 'Unmatched deposits',
    held: 'Deposits held for review',
    commission: 'Agent commission',
  },
  lookedAt: 'checked {{time}}',
  state: {
    following: 'Scanning',
    stalled: 'Stalled',
    disagreeing: 'Nodes disagree',
    halted: 'Stopped',
  },
  blocks: 'latest {{head}}, finalized {{final}}, {{lag}} behind',
};
