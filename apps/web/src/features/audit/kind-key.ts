/** The key of the text for a proposal's kind. Entries of earlier versions, which no one may change, say `…Passed`. */
export const kindKey = (kind: string): string => `approvals.kind.${kind.replace(/Passed$/, 'Approved')}`;
