import { action, noun } from './audit-actions.ts';
import { fact } from './audit-facts.ts';

export const audit = {
  title: 'Audit log',
  lede: 'Every change made by an operator. Entries are hash-chained, so later edits are detected.',
  field: {
    at: 'Time',
    username: 'User',
    action: 'Action',
    subject: 'Target',
    address: 'IP address',
    request: 'Request ID',
    hash: 'Hash',
    entry: 'Entry',
    code: 'Action code',
  },
  filter: { subject: 'Target, e.g. user:42' },
  job: 'System ({{name}})',
  yes: 'yes',
  no: 'no',
  changed: 'Changes',
  saysAfter: 'Details',
  wasBefore: 'Previous values',
  nothingChanged: 'No recorded values changed.',
  kept_one: '{{count}} unchanged value',
  kept_other: '{{count}} unchanged values',
  evidence: 'Evidence',
  verify: 'Verify log',
  verifying: 'Entries verified: {{verified}} of {{entries}}',
  intactTitle: 'Log verified',
  intact: 'Entries verified: {{entries}}. None has been altered.',
  brokenTitle: 'Log altered',
  broken:
    'Entry {{entry}} was altered or does not follow the entry before it. Earlier entries are intact. Make a copy of the database now, before you do anything else.',
  head: 'Hash of the last entry',
  compare: {
    title: 'Compare with a hash from an e-mail',
    lede: 'Paste the line with the entry number and hash from one of the daily e-mails.',
    label: 'Entry number and hash',
    wrong: 'Enter a number and a hash of 64 characters (0-9, a-f)',
    submit: 'Compare',
    same: 'Entry {{entry}} is unchanged.',
    changed:
      'The hash of entry {{entry}} is different now: the log was altered. Make a copy of the database before you do anything else.',
    missing:
      'The log has no entry {{entry}}: entries were removed. Make a copy of the database before you do anything else.',
  },
  headHint: 'Keep it outside this shop. It lets you prove later that no entries were removed.',
  noun,
  action,
  fact,
};
