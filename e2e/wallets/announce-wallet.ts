/**
 * Runs in the page before its own scripts, like an extension's content script. It is passed
 * as text, so it uses only its arguments.
 */
export function announceWallet({ family, name }: { family: 'tron' | 'evm'; name: string }): void {
  const page = globalThis as any;
  const listeners: [string, (value: unknown) => void][] = [];
  const ask = async (method: string, params: readonly unknown[] = []): Promise<any> => {
    const { result, error } = await page.askTestWallet({ method, params });
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  const provider: any = {
    request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      const answer = await ask(method, params);
      if (family === 'tron' && method === 'eth_requestAccounts') lend(answer[0]);
      return answer;
    },
    on: (event: string, listener: (value: unknown) => void) => listeners.push([event, listener]),
    removeListener(event: string, listener: (value: unknown) => void) {
      const at = listeners.findIndex(([one, other]) => one === event && other === listener);
      if (at >= 0) listeners.splice(at, 1);
    },
  };
  /** TRON wallets give the page their TronWeb shortly after connecting. */
  function lend(address: string): void {
    setTimeout(() => {
      provider.tronWeb = {
        defaultAddress: { base58: address },
        trx: { sign: (transaction: unknown) => ask('tron_sign', [transaction]) },
      };
    }, 150);
  }
  page.tellFromTestWallet = (event: string, value: unknown) => {
    if (family === 'tron' && event === 'accountsChanged') lend((value as string[])[0]!);
    for (const [one, listener] of listeners) if (one === event) listener(value);
  };

  const prefix = family === 'tron' ? 'TIP6963' : 'eip6963';
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name,
    rdns: 'test.harbour.wallet',
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" fill="%230b2740"/%3E%3C/svg%3E',
  };
  const announce = () =>
    page.dispatchEvent(
      new page.CustomEvent(`${prefix}:announceProvider`, { detail: Object.freeze({ info, provider }) }),
    );
  page.addEventListener(`${prefix}:requestProvider`, announce);
  announce();
}
