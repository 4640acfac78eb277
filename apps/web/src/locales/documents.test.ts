import { LANGUAGES } from '@portside/contract';
import { expect, test } from 'vitest';
import { loadDocuments } from './documents.ts';

test.each(LANGUAGES)(
  'the guides in %s say how long an answer takes, and leave nothing open',
  async (language) => {
    const texts = await loadDocuments(language, { answerHours: 36 });
    expect(JSON.stringify(texts.refunds)).toMatch(/\b36\b/);
    expect(JSON.stringify(texts)).not.toContain('{{');
  },
);
