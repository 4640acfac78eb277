import { expect, test } from 'vitest';
import { faultOf, type MailFault } from './mail-failure.ts';

test.each<[MailFault, string, string]>([
  ['mail', 'RCPT TO', '550 5.1.1 no such user'],
  ['mail', 'RCPT TO', '550 no such user'],
  ['mail', 'RCPT TO', '553 mailbox name not allowed'],
  ['mail', 'RCPT TO', '556 5.1.10 this domain takes no mail'],
  ['mail', 'RCPT TO', '550-5.4.1 Recipient address rejected\n550 5.4.1 access denied'],
  ['mail', 'RCPT TO', '552 5.2.2 mailbox full'],
  ['mail', 'RCPT TO', '552 mailbox full'],
  ['mail', 'DATA', '554 5.6.0 this file is not wanted here'],
  ['size', 'DATA', '552 message size exceeds fixed limit'],
  ['size', 'DATA', '554 5.3.4 message too big for system'],
  ['size', 'DATA', '550 5.2.3 message too large for this mailbox'],
  ['size', 'MAIL FROM', '552 5.3.4 message size exceeds fixed limit'],
  ['size', 'MAIL FROM', '552 too large'],
  ['sender', 'RCPT TO', '554 5.7.1 client host blocked'],
  ['sender', 'RCPT TO', '550 5.7.1 relaying denied'],
  ['sender', 'RCPT TO', "553 sorry, that domain isn't in my list of allowed hosts (#5.7.1)"],
  ['sender', 'RCPT TO', '550 5.1.8 sender domain does not exist'],
  ['sender', 'RCPT TO', '554 relay access denied'],
  ['sender', 'DATA', '550 5.7.26 unauthenticated mail'],
  ['sender', 'DATA', '552 5.7.0 this content is blocked'],
  ['sender', 'DATA', '554 transaction failed'],
  ['server', 'CONN', '554 5.7.1 not allowed here'],
  ['server', 'EHLO', '550 go away'],
  ['server', 'AUTH PLAIN', '535 5.7.8 wrong password'],
  ['server', 'AUTH PLAIN', '454 4.7.0 try later'],
  ['server', 'MAIL FROM', '550 5.1.8 sender unknown'],
  ['server', 'MAIL FROM', '451 4.3.0 try later'],
  ['server', 'CONN', '421 too many connections'],
  ['server', 'DATA', '421 4.3.2 shutting down'],
  ['passing', 'RCPT TO', '450 4.2.0 greylisted'],
  ['passing', 'RCPT TO', '452 4.2.2 mailbox full'],
  ['passing', 'DATA', '451 4.3.0 try later'],
])('of the %s: %s is answered with %s', (fault, command, response) => {
  expect(faultOf({ command, response, responseCode: Number(response.slice(0, 3)) })).toBe(fault);
});

test.each<[MailFault, object]>([
  ['server', { code: 'ESOCKET', command: 'CONN' }],
  ['server', { code: 'ETIMEDOUT', command: 'CONN' }],
  ['server', { code: 'ECONNECTION', command: 'CONN' }],
  ['server', new Error('not done within 50000 ms')],
  ['mail', { code: 'EENVELOPE', command: 'API' }],
  ['size', { code: 'EMESSAGE', command: 'MAIL FROM' }],
])('of the %s, without an answer: %j', (fault, error) => {
  expect(faultOf(error)).toBe(fault);
});
