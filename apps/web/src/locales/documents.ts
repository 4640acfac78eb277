import { networkRecords, type Network } from '@portside/chain/networks/registry';
import { punctuationOf } from './punctuation.ts';

export type DocumentText = {
  title: string;
  lede: string;
  sections: { heading: string; paragraphs: string[] }[];
};
export type Documents = Record<'terms' | 'privacy', DocumentText>;
export type Guides = Record<'howToBuy' | 'topUp' | 'support' | 'refunds', DocumentText>;

const rules = import.meta.glob<{ documents: Documents; guides: Guides }>('./*/documents.ts');

type TopUps = { recharges: { network: object } };
/** Has the time that each network takes. */
const topUps = import.meta.glob<TopUps>('./*/recharges.ts');

/** What the texts name of the shop's settings: `{{answerHours}}`. */
type DocumentFacts = {
  /** Within how many hours warranty claims are answered. */
  readonly answerHours: number;
};

/** The long texts, apart from the catalogue so that no other page carries them. */
export async function loadDocuments(language: string, facts: DocumentFacts): Promise<Documents & Guides> {
  const [{ documents, guides }, { recharges }] = await Promise.all([
    rules[`./${language}/documents.ts`]!(),
    topUps[`./${language}/recharges.ts`]!(),
  ]);
  const { pair, list } = punctuationOf(language);
  const times = networkRecords().map(({ id, name }) => pair(name, timeOn(recharges.network, id)));
  return fillIn({ ...documents, ...guides }, { ...facts, creditTimes: list(times) });
}

/** The same texts with numbers and times in place of what they name. */
const fillIn = <T>(texts: T, facts: Readonly<Record<string, string | number>>): T =>
  JSON.parse(
    Object.entries(facts).reduce(
      (json, [name, value]) => json.replaceAll(`{{${name}}}`, JSON.stringify(String(value)).slice(1, -1)),
      JSON.stringify(texts),
    ),
  ) as T;

const timeOn = (network: object, id: Network): string => {
  const texts = (network as Record<Network, { time: string } | undefined>)[id];
  if (!texts) throw new Error(`No text says how long ${id} takes`);
  return texts.time;
};
