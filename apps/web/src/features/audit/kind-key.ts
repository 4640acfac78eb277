/** Where the words of a proposal's kind stand. Entries of earlier versions, which no one may change, say `…Passed`. */
export const kindKey = (kind: string): string => `approvals.kind.${kind.replace(/Passed$/, 'Approved')}`;
