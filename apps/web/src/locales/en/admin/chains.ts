export const chains = {
  title: 'Chains',
  readTo: 'Read up to',
  head: 'Newest block',
  final: 'Newest final block',
  lag: 'Blocks behind',
  haltedHint:
    'The nodes contradict a block that was final. Find out which of them is wrong before anything is read again.',
  resume: {
    title: 'Go on reading',
    lede: 'It is read again from the last block on which the nodes agree with the shop. No block is skipped, and nothing is credited twice. What was credited and is not on the chain any more can be taken back afterwards.',
    submit: 'Go on reading',
    done: 'Read again from block {{block}} on. Deposits above it, to be compared with the chain: {{count}}',
  },
  aside: {
    title: 'Put aside',
    lede: 'Records of our token that name one of our wallets and break a rule. Nothing of it is ever credited.',
    one: 'Put aside',
    field: {
      reason: 'What is wrong',
      tx_hash: 'Transaction',
      place: 'Block, place',
      type: 'Network',
      state: 'State',
      time: 'Time',
    },
    state: {
      open: 'To be looked at',
      reviewed: 'Looked at',
      harmless: 'Harmless',
    },
    review: 'Looked at by {{name}}, {{at}}',
    ask: 'What is it about?',
    hint: 'Compare the transaction in an explorer of your own choice, and with each of your nodes.',
    submit: 'Write it down',
    done: 'Written down',
  },
};
