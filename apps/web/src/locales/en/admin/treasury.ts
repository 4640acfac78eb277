export const treasury = {
  title: 'Treasury',
  chains: 'Chains',
  covered: 'Covered',
  notCovered: 'Less on chain than owed',
  outOfOrder: 'Books out of order',
  onChain: 'On chain',
  owed: 'Owed',
  to: {
    balances: 'Balances of users',
    unmatched: 'Unmatched deposits',
    held: 'Held deposits',
    commission: 'Commission of agents',
  },
  lookedAt: 'looked at {{time}}',
  state: {
    following: 'Followed',
    stalled: 'Stalled',
    halted: 'Halted',
  },
  blocks: 'head {{head}}, final {{final}}, {{lag}} behind',
};
