export const chains = {
  title: 'Networks',
  readTo: 'Scanned to block',
  head: 'Latest block',
  final: 'Latest finalized block',
  lag: 'Blocks behind',
  disagreeingHint:
    'The nodes report different data. Scanning resumes automatically as soon as two of them agree; no deposit is missed.',
  nodesHint: 'These nodes have problems. The others are enough to continue.',
  haltedHint:
    'The nodes contradict a finalized block. Find out which node is wrong before you resume scanning.',
  lost_one:
    '{{count}} deposit has not been found again since the nodes disagreed about its block. Buyers’ own addresses are all read within an hour; what is still listed then is no longer on the chain.',
  lost_other:
    '{{count}} deposits have not been found again since the nodes disagreed about their blocks. Buyers’ own addresses are all read within an hour; what is still listed then is no longer on the chain.',
  lostList: 'Show deposits',
  resume: {
    title: 'Resume scanning',
    lede: 'Scanning resumes from the last block on which the nodes agree with the shop. No block is skipped, and nothing is credited twice. Credited deposits that are no longer on the chain can be reversed afterwards.',
    submit: 'Resume scanning',
    done: 'Scanning resumes from block {{block}}. Deposits above it to check against the chain: {{deposits}}',
  },
  aside: {
    title: 'Quarantine',
    lede: 'Transfer records that name one of our wallets but break a rule. They are never credited.',
    one: 'Quarantined transfer',
    field: {
      reason: 'Problem',
      tx_hash: 'Transaction',
      place: 'Block, index',
      type: 'Network',
      state: 'Status',
      time: 'Time',
    },
    state: {
      open: 'To review',
      reviewed: 'Reviewed',
      harmless: 'Harmless',
    },
    review: 'Reviewed by {{name}} on {{at}}',
    ask: 'Findings',
    hint: 'Compare the transaction in a block explorer of your choice and with each of your nodes.',
    submit: 'Save note',
    done: 'Note saved',
  },
};
