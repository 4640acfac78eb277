import { expect, test, type Locator } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { areaOf, ENGLISH, makeBuyer, signInAs } from './buyer.ts';
import { scrollDownTo } from './scroll-down-to.ts';

async function fileBy(button: Locator) {
  const downloading = button.page().waitForEvent('download');
  await button.click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

export const statementFiles = (): void =>
  test('statement, receipt and history as files for bookkeeping', async ({ page, request }) => {
    const buyer = await makeBuyer(request);
    await signInAs(page, buyer, ENGLISH);
    const area = areaOf(page);
    await page.goto(`${area}/personal-information`);
    const sums = page.getByTestId('statement');
    await expect(sums).toContainText('500');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const pdf = await fileBy(button('Statement as PDF'));
    expect(pdf.name).toMatch(/^statement-[\d-]{21}\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const csv = (await fileBy(button('Statement as CSV'))).bytes.toString();
    expect(csv).toMatch(/opening,,,0\r\n/);
    expect(csv).toContain(`sale,${buyer.orderNo},-`);
    expect(csv).toContain(`credit,${buyer.creditedId},`);
    expect((await fileBy(button('Orders'))).bytes.toString()).toContain(buyer.orderNo);
    expect((await fileBy(button('Top-ups'))).bytes.toString()).toContain(buyer.creditedId);

    await page.goto(`${area}/amount-recharge`);
    const receiptButton = button(`Receipt of ${buyer.creditedId}`);
    await scrollDownTo(receiptButton);
    const receipt = await fileBy(receiptButton);
    expect(receipt.name).toBe(`${buyer.creditedId}.pdf`);
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const payments = (await fileBy(button(`Receipt of ${buyer.creditedId} as CSV`))).bytes.toString();
    expect(payments).toContain(`${buyer.creditedId},`);

    await page.goto(`${area}/amount-recharge?order=${buyer.creditedId}`);
    const again = await fileBy(button('Receipt as PDF'));
    expect(again.name).toBe(`${buyer.creditedId}.pdf`);
  });
