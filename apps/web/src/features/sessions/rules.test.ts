import { expect, test } from 'vitest';
import { codeRules } from './code-rules.ts';
import { confirmation, rules } from './rules.tsx';

test.each([
  ['loginName', '  ', 'sessions.rule.usernameEmpty'],
  ['loginName', 'any@body.example', null],
  ['username', '', 'sessions.rule.usernameEmpty'],
  ['username', ' 船长 ', null],
  ['username', 'two words', 'sessions.rule.usernameInvalid'],
  ['username', 'x'.repeat(33), 'sessions.rule.usernameInvalid'],
  ['email', ' ', 'sessions.rule.emailEmpty'],
  ['email', 'a@b', 'sessions.rule.emailInvalid'],
  ['email', 'a b@c.de', 'sessions.rule.emailInvalid'],
  ['email', 'a@b..de', 'sessions.rule.emailInvalid'],
  ['email', ' buyer+1@mail.example ', null],
  ['password', '', 'sessions.rule.passwordEmpty'],
  ['password', ' ', null],
  ['newPassword', '', 'sessions.rule.passwordEmpty'],
  ['newPassword', '12345', 'sessions.rule.passwordShort'],
  ['newPassword', '      ', null],
  ['resetCode', '', 'sessions.rule.codeEmpty'],
  ['resetCode', '12345', 'sessions.rule.codeInvalid'],
  ['resetCode', ' 123456 ', null],
  ['invitation', '', null],
  ['invitation', 'HARBOUR1', null],
  ['invitation', 'HARBOUR', 'sessions.rule.invitationInvalid'],
] as const)('%s %j → %s', (rule, value, verdict) => {
  expect({ ...rules, ...codeRules }[rule](value)).toBe(verdict);
});

test('the confirmation must be filled in and match to the last space', () => {
  expect(confirmation('', 'secret')).toBe('sessions.rule.confirmEmpty');
  expect(confirmation('secret ', 'secret')).toBe('sessions.rule.confirmDiffers');
  expect(confirmation('secret', 'secret')).toBeNull();
});
