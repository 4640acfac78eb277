import { BEGINNING_CHARACTERS, wholeLinesOf } from '@portside/accounts/recognize-form';
import { surveyFile } from '@portside/accounts/survey-file';
import type { Data, Input } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';

/** What a product's columns are called where the caller gives their number only. */
const USUAL_NAMES = ['account', 'password'];

/** What a file, or its beginning up to the last line end, would become; adds nothing. By the rules of an import. */
export async function previewImport(
  _: Ctx,
  { body }: Input<'previewImport'>,
): Promise<Data<'previewImport'>> {
  const { separator, form = null } = body;
  const columns =
    body.names ??
    (body.columns === 1
      ? []
      : Array.from({ length: body.columns }, (_unused, at) => USUAL_NAMES[at] ?? `field ${at + 1}`));
  const text = wholeLinesOf(body.text).slice(0, BEGINNING_CHARACTERS);
  const survey = await surveyFile([text], { separator, columns }, form);
  const open = survey.findings.find(({ kind }) => kind === 'open quote');
  return {
    form: survey.form,
    lines: survey.preview.map(({ line, values, account, fault }) => ({
      line,
      fields: [...values],
      account,
      fault,
    })),
    findings: survey.findings.map(({ kind, count, isAsked, samples, details }) => ({
      kind,
      count,
      is_asked: isAsked,
      samples: [...samples],
      details: [...details],
    })),
    open_line: open?.samples[0]?.line ?? null,
  };
}
