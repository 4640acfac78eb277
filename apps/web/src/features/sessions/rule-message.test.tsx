// @vitest-environment happy-dom
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { withMessage } from './rule-message.tsx';
import { rules } from './rules.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const textsOf = (usernameEmpty: string) => ({ translation: { sessions: { rule: { usernameEmpty } } } });

test('what a check has found follows a change of language', async () => {
  const resources = { en: textsOf('It is empty'), pt: textsOf('Está vazio') };
  await i18next.use(initReactI18next).init({ lng: 'en', resources });
  const check = withMessage(rules.username);
  expect(check('anna')).toBeNull();
  const found = check('');
  const box = document.createElement('div');
  const root = createRoot(box);
  act(() => root.render(found));
  expect(box.textContent).toBe('It is empty');
  await act(() => i18next.changeLanguage('pt'));
  expect(box.textContent).toBe('Está vazio');
  act(() => root.unmount());
});
