export const tasks = {
  title: 'What waits for you',
  nothing: 'Nothing waits. All books are in order.',
  since: 'since {{time}}',
  alarm: {
    ledgerOff: 'A balance is not the sum of its movements',
    booksOff: 'Deposits and ledger differ',
    chainHalted: 'Payments are not read any more',
    logsQuarantined: 'Odd transfers were put aside',
    walletProblem: 'A wallet needs attention',
    notCovered: 'The wallets hold less than the shop owes',
    chainLate: 'Payments are seen late',
    sanctionsOld: 'Sanctions list missing or older than 48 hours',
  },
  kind: {
    proposals: 'Proposals to approve',
    unmatchedDeposits: 'Unmatched deposits',
    heldDeposits: 'Held deposits',
    claims: 'Open claims',
    conversations: 'Unanswered conversations',
    reports: 'Reports of rightful owners',
    failedMails: 'Deliveries not mailed',
  },
};
