// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { expect, test, vi } from 'vitest';
import { withMessage, rules } from './rules.tsx';

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
