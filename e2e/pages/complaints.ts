import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe complains of on the open page, one entry a rule; with these rules, else with its default ones. */
export async function complaintsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
