import { networkRecords } from '@portside/chain/networks/registry';
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

test.each(LANGUAGES)(
  'the guide in %s says how long each network takes, as the top-up page does',
  async (language) => {
    const { topUp } = await loadDocuments(language, { answerHours: 36 });
    const guide = topUp.sections.flatMap((section) => section.paragraphs).join('\n');
    const { recharges } = await import(`./${language}/recharges.ts`);
    for (const { id, name } of networkRecords()) {
      const { time } = recharges.network[id];
      expect(guide).toMatch(new RegExp(`${name}(: |：)${time}`));
    }
  },
);
