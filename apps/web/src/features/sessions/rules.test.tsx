// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { expect, test, vi } from 'vitest';
import { withMessage, rules, confirmation } from './rules.tsx';
import { codeRules } from './code-rules.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const textsOf = (usernameEmpty: string) => ({ sessions: { rule: { usernameEmpty } } });

test('what a check has found follows a change of language', async () => {
  const translator = new Translator('en', { translation: textsOf('It is empty') });
  translator.add('pt', 'translation', textsOf('Está vazio'));
  const check = withMessage(rules.username);
  expect(check('anna')).toBeNull();
  const found = check('');
  const box = document.createElement('div');
  const root = createRoot(box);
  act(() => root.render(<TranslatorContext value={translator}>{found}</TranslatorContext>));
  expect(box.textContent).toBe('It is empty');
  act(() => translator.changeLanguage('pt'));
  expect(box.textContent).toBe('Está vazio');
  act(() => root.unmount());
});

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
  ['invitation', 'HARBOUR', 'browse.referral.invalid'],
] as const)('%s %j → %s', (rule, value, verdict) => {
  expect({ ...rules, ...codeRules }[rule](value)).toBe(verdict);
});

test('the confirmation must be filled in and match to the last space', () => {
  expect(confirmation('', 'secret')).toBe('sessions.rule.confirmEmpty');
  expect(confirmation('secret ', 'secret')).toBe('sessions.rule.confirmDiffers');
  expect(confirmation('secret', 'secret')).toBeNull();
});
